from inarow._core.kernel64 import Kernel as Kernel
