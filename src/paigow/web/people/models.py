"""People and their accounts."""

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """A person. The name is also the player's name at a table."""

    guest = models.BooleanField(default=False)  # came in with one click and has no password
