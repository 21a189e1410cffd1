"""The few operations that C leaves to the compiler, each with a portable fallback."""

from libc.stdint cimport int64_t, uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(__GNUC__) || defined(__clang__)
      /* Relaxed atomics: several threads share one table without locks. The value of a word is
         never torn; which of two racing words is seen is decided by the entry's checksum. */
      #define inarow_load(p) __atomic_load_n((p), __ATOMIC_RELAXED)
      #define inarow_store(p, v) __atomic_store_n((p), (v), __ATOMIC_RELAXED)
      #define inarow_add(p, v) __atomic_add_fetch((p), (v), __ATOMIC_SEQ_CST)
      static inline int inarow_replace(uint64_t *p, uint64_t before, uint64_t after) {
          return __atomic_compare_exchange_n(p, &before, after, 0, __ATOMIC_SEQ_CST,
                                             __ATOMIC_SEQ_CST);
      }
      static inline int inarow_lowest(uint64_t x) { return __builtin_ctzll(x); }
      /* To fetch ahead has no effect that compilers count: without the empty instruction they take a
         function that does nothing else for one without effects, and leave its calls out. */
      static inline void inarow_fetch(const void *p) {
          __builtin_prefetch(p);
          __asm__ volatile ("");
      }
    #else
      #define inarow_fetch(p) ((void)(p))
      #define inarow_load(p) (*(volatile const uint64_t *)(p))
      #define inarow_store(p, v) (*(volatile uint64_t *)(p) = (v))
      #if defined(_MSC_VER)
        #include <intrin.h>
        #define inarow_add(p, v) ((v) + _InterlockedExchangeAdd64((volatile __int64 *)(p), (v)))
        static __inline int inarow_replace(uint64_t *p, uint64_t before, uint64_t after) {
            return _InterlockedCompareExchange64((volatile __int64 *)p, (__int64)after,
                                                 (__int64)before) == (__int64)before;
        }
      #else
        #define inarow_add(p, v) (*(p) += (v))
        #define inarow_replace(p, before, after) (*(p) == (before) ? (*(p) = (after), 1) : 0)
      #endif
      #if defined(_MSC_VER) && defined(_M_X64)
        static __inline int inarow_lowest(uint64_t x) {
            unsigned long i; _BitScanForward64(&i, x); return (int)i;
        }
      #else
        static int inarow_lowest(uint64_t x) {
            int i = 0; while (!(x & 1)) { x >>= 1; ++i; } return i;
        }
      #endif
    #endif

    /* Was this compiled for a processor that can do more than the one at hand? */
    #if defined(__POPCNT__) && defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
      static int inarow_can_count(void) { return __builtin_cpu_supports("popcnt"); }
    #else
      static int inarow_can_count(void) { return 1; }
    #endif

    /* Zeroed memory for a table. A search touches it at random, and a page fault for every four
       kilobytes costs more than the search of some positions, the more so with several threads.
       A short search touches little of it, and to write zeros into all of it takes longer: pages
       that were used before are given back, which then are zero when they are touched. Emulators
       say that they do so and do not, so it is looked at. No page is larger than 64 KB. */
    #include <stdlib.h>
    #if defined(__linux__)
      #include <string.h>
      #include <sys/mman.h>
      static void *inarow_zeroed(size_t count, size_t size) {
          const size_t huge = (size_t)2 << 20, page = 1 << 16, length = count * size;
          char *memory, *first, *last;
          if (length < 4 * page || length / size != count) return calloc(count, size);
          memory = (char *)malloc(length);
          if (memory == NULL) return NULL;
          first = memory + (-(size_t)memory & (page - 1));
          last = first + ((memory + length - first) & ~(page - 1));
          first[0] = last[-1] = 1;
          if (madvise(first, last - first, MADV_DONTNEED) || first[0] || last[-1]) last = first;
          memset(memory, 0, first - memory);
          memset(last, 0, memory + length - last);
      #ifdef MADV_HUGEPAGE
          if (length >= 8 * huge) {
              first = memory + (-(size_t)memory & (huge - 1));
              last = first + ((memory + length - first) & ~(huge - 1));
              (void)madvise(first, last - first, MADV_HUGEPAGE);
          }
      #endif
          return memory;
      }
    #else
      static void *inarow_zeroed(size_t count, size_t size) { return calloc(count, size); }
    #endif

    #if defined(__POPCNT__) || defined(__aarch64__)
      static inline int inarow_count(uint64_t x) { return __builtin_popcountll(x); }
    #else
      /* Without the instruction the library call costs more than these twelve operations. */
      static inline int inarow_count(uint64_t x) {
          x -= (x >> 1) & 0x5555555555555555ULL;
          x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
          x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
          return (int)((x * 0x0101010101010101ULL) >> 56);
      }
    #endif
    """
    bint processor_counts "inarow_can_count"()
    void* zeroed "inarow_zeroed"(size_t count, size_t size) noexcept nogil
    void fetch "inarow_fetch"(const void* place) noexcept nogil
    int word_lowest "inarow_lowest"(uint64_t word) noexcept nogil
    int word_count "inarow_count"(uint64_t word) noexcept nogil
    uint64_t word_load "inarow_load"(const uint64_t* place) noexcept nogil
    void word_store "inarow_store"(uint64_t* place, uint64_t word) noexcept nogil
    bint word_replace "inarow_replace"(uint64_t* place, uint64_t before,
                                       uint64_t after) noexcept nogil
    int64_t counter_add "inarow_add"(int64_t* place, int64_t change) noexcept nogil
