"""The version of the package; everything else reads it from here."""

__version__ = "0.2.0"
