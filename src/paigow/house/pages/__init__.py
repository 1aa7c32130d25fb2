"""The auditor's pages, and what the operator reads of the software."""
