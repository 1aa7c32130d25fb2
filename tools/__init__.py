"""What developing and testing need around the package: programs of the machine, databases, servers, catalogues."""
