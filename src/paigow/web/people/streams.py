"""Recheck event streams once a minute.

A stream is one long response. It must not continue after its session was ended, its account suspended or its token
revoked. A browser reconnects by itself, and is then told why.
"""

import random
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import TypeVar

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import DatabaseError
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from paigow.web.fast.threads import in_thread
from paigow.web.people.models import User

EVERY = 60.0
"""Seconds between checks; a stream sends something every quarter of a minute, so it ends soon after."""
Item = TypeVar("Item")


async def while_good(items: AsyncGenerator[Item, None], good: Callable[[], bool]) -> AsyncGenerator[Item, None]:
    looked = time.monotonic() - EVERY * random.random()  # jitter, so streams opened together are not rechecked together
    async with aclosing(items):  # stop watching a stream that has ended
        async for item in items:
            if time.monotonic() - looked >= EVERY:
                try:
                    if not await in_thread(good):
                        return
                except DatabaseError:  # unknown, so end it: clients that reconnect are checked again
                    return
                looked = time.monotonic()
            yield item


def still_signed_in(session_key: str | None) -> bool:
    """Return whether a request with this session would still be answered as the person's."""
    row = Session.objects.filter(session_key=session_key or "", expire_date__gt=timezone.now()).first()
    if row is None:
        return False
    data = row.get_decoded()
    person = User.objects.filter(pk=data.get(SESSION_KEY, 0), is_active=True).first()
    return person is not None and any(
        constant_time_compare(data.get(HASH_SESSION_KEY, ""), each)
        for each in (person.get_session_auth_hash(), *person.get_session_auth_fallback_hash())
    )
