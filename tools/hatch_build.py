"""Compile the translation catalogues when the package is built."""

import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        sys.path.insert(0, self.root)
        from tools.messages import compile_catalogues

        compile_catalogues()
        build_data["artifacts"].append("*.mo")
