"""Words that data sets, reports and the web application share; they are written to files and stay as they are."""

from __future__ import annotations

BIAS_TYPES = (
    "race-color",
    "gender",
    "socioeconomic",
    "nationality",
    "religion",
    "age",
    "sexual-orientation",
    "physical-appearance",
    "disability",
    "other",
)
DIRECTIONS = ("stereo", "antistereo")
ORIGINS = ("native", "translated")
# One name for each domain in every language, the English StereoSet's own, so that figures can be laid side by side.
DOMAINS = ("gender", "profession", "race", "religion")
