"""What makes tampering visible: encryption, signatures and chains of hashes."""
