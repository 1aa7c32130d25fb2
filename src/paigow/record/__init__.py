"""Records of a table's rounds: written during play, parsed strictly, and replayed and verified by anyone."""

from paigow.record.errors import RecordError
from paigow.record.format import Chance, Head
from paigow.record.replay import Replay, Step, Verdict, verify
from paigow.record.writer import RecordWriter, record

__all__ = ["Chance", "Head", "RecordError", "RecordWriter", "Replay", "Step", "Verdict", "record", "verify"]
