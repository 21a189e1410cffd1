"""How much of its stack a thread has left.

Searches are deep: as deep as a board has cells. What their nodes keep lies on the heap, but every call takes
some hundred bytes of the stack, and a thread may have been given a small one. So a search knows the address
below which it may not go (`board/limits.pxi`).
"""

from libc.stdint cimport uintptr_t

cdef extern from *:
    """
    #include <stdint.h>
    #include <stddef.h>
    #if defined(_MSC_VER)
      #include <intrin.h>
      #define inarow_stack_here() ((uintptr_t)_AddressOfReturnAddress())
      #define INAROW_THREAD_LOCAL __declspec(thread)
    #else
      #define inarow_stack_here() ((uintptr_t)__builtin_frame_address(0))
      #define INAROW_THREAD_LOCAL __thread
    #endif

    /* What is kept free. The deepest way below a node, along a chain of 20 threats, takes 38 KiB at the widest board
       (gcc 12, x86-64; an exact cover of 64 runs takes 35): twice as much is kept, for other compilers and for
       callbacks in Python. With the address sanitizer all that takes several times as much. */
    #if defined(__SANITIZE_ADDRESS__)
      #define INAROW_STACK_KEPT ((uintptr_t)512 << 10)
    #else
      #define INAROW_STACK_KEPT ((uintptr_t)96 << 10)
    #endif
    /* Where nobody tells how large a stack is, a call may take so much of it, */
    #define INAROW_STACK_ASSUMED ((uintptr_t)128 << 10)
    /* and so much of one that may grow without a limit. */
    #define INAROW_STACK_USUAL ((size_t)8 << 20)

    /* The lowest address of this thread's stack, and the one above it; 0 if they are not known. */
    #if defined(_WIN32)
      /* By hand: windows.h makes keywords of usual names. */
      __declspec(dllimport) void __stdcall GetCurrentThreadStackLimits(uintptr_t *, uintptr_t *);
      static int inarow_stack_bounds(uintptr_t *low, uintptr_t *high) {
          GetCurrentThreadStackLimits(low, high);
          *low += 32 << 10;                     /* guard pages */
          return 1;
      }
    #elif defined(__APPLE__)
      #include <pthread.h>
      static int inarow_stack_bounds(uintptr_t *low, uintptr_t *high) {
          *high = (uintptr_t)pthread_get_stackaddr_np(pthread_self());
          *low = *high - pthread_get_stacksize_np(pthread_self());
          return 1;
      }
    #elif defined(__linux__)
      #include <pthread.h>
      #include <sys/auxv.h>
      #include <sys/resource.h>
      static int inarow_stack_bounds(uintptr_t *low, uintptr_t *high) {
          pthread_attr_t attributes;
          struct rlimit limit;
          void *address;
          size_t size, guard;
          uintptr_t top;
          int known;
          if (pthread_getattr_np(pthread_self(), &attributes) != 0)
              return 0;
          known = pthread_attr_getstack(&attributes, &address, &size) == 0
                  && pthread_attr_getguardsize(&attributes, &guard) == 0;
          pthread_attr_destroy(&attributes);
          if (!known)
              return 0;
          *high = (uintptr_t)address + size;
          *low = (uintptr_t)address + guard;
          /* The stack that the process began with grows on demand: not every library tells how far. The kernel has put
             some random bytes at its top. (To be the main thread says nothing: a child that a thread has forked goes on
             with the stack of that thread.) */
          top = getauxval(AT_RANDOM);
          if (top >= *low && top < *high + ((uintptr_t)64 << 10) && getrlimit(RLIMIT_STACK, &limit) == 0) {
              size = limit.rlim_cur == RLIM_INFINITY ? INAROW_STACK_USUAL : (size_t)limit.rlim_cur;
              if (*high - size < *low)
                  *low = *high - size;
          }
          return 1;
      }
    #else
      static int inarow_stack_bounds(uintptr_t *low, uintptr_t *high) {
          (void)low; (void)high;
          return 0;
      }
    #endif

    /* The address below which a search of this thread may not go. */
    static uintptr_t inarow_stack_floor(void) {
        static INAROW_THREAD_LOCAL uintptr_t low, high;
        uintptr_t here = inarow_stack_here();
        if (high == 0 && !inarow_stack_bounds(&low, &high))
            high = 0;
        if (here < low || here >= high)         /* not known, or a stack that is not the thread's own */
            return here - INAROW_STACK_ASSUMED;
        return low + INAROW_STACK_KEPT;
    }
    """
    uintptr_t stack_here "inarow_stack_here"() noexcept nogil
    uintptr_t stack_floor "inarow_stack_floor"() noexcept nogil
