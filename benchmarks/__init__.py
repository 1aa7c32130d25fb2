"""What is fast and by how much, measured in one run: ``python -m benchmarks [NAME]``."""
