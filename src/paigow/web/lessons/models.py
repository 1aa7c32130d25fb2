"""Progress in a drill."""

from typing import ClassVar

from django.conf import settings
from django.db import models


class DrillProgress(models.Model):
    """One person's progress in one drill, with the last question (`kept.DrillState`)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="drills")
    drill = models.CharField(max_length=100)  # kind/rules/house way
    data = models.JSONField(default=dict)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("user", "drill")
        constraints: ClassVar = [models.UniqueConstraint(fields=("user", "drill"), name="one_progress_a_drill")]

    def __str__(self) -> str:
        return f"{self.user} {self.drill}"
