"""An operator's choices within a standard: models that refuse anything the document does not leave open."""

from paigow.rules.submission.dealer_open import DealerOpen
from paigow.rules.submission.loading import (
    build_submission,
    load_submission,
    model_of,
    stored_submission,
    submission_faults,
    submission_hash,
)
from paigow.rules.submission.maryland_poker import MarylandPoker
from paigow.rules.submission.maryland_tiles import MarylandTiles
from paigow.rules.submission.new_zealand import NewZealand
from paigow.rules.submission.parts import Submission

__all__ = [
    "DealerOpen",
    "MarylandPoker",
    "MarylandTiles",
    "NewZealand",
    "Submission",
    "build_submission",
    "load_submission",
    "model_of",
    "stored_submission",
    "submission_faults",
    "submission_hash",
]
