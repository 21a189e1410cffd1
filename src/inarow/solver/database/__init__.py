"""All positions of a small game in a file, each with its value and distance."""

from inarow.solver.database.database import Database
from inarow.solver.database.labels import Label

__all__ = ["Database", "Label"]
