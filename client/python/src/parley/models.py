"""The types of the API: dictionaries with typed keys, as the API sends them."""

from .generated.models import *
