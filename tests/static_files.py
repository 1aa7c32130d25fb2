"""The site's static files for tests."""

from typing import Final

from servestatic.middleware import ServeStaticMiddleware
from servestatic.responders import Redirect, StaticFile

_FOUND: Final[dict[str, StaticFile | Redirect]] = {}


class IndexedOnce(ServeStaticMiddleware):  # type: ignore[misc]  # it has no types
    """What the site serves its static files with, except that the files are looked for once.

    Every test client sets up all middleware for itself, and looking for 200 files took half of the time of the tests.
    """

    def add_files_from_finders(self) -> None:
        if not _FOUND:
            super().add_files_from_finders()
            _FOUND.update(self.files)
        self.files.update(_FOUND)
