from inarow._core.kernel64 import Board as Board
from inarow._core.kernel64 import Kernel as Kernel
