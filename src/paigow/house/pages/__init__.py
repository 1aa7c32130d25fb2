"""The auditor's pages, and the operator's software page."""
