// What a device takes for work on numbers, without memory: each work-item does a step `rounds` times to four
// vectors that do not wait for each other. What comes of it is written only to keep the compiler from
// dropping it, and the numbers are arguments to keep it from computing them. The functions are those that
// stages call.
#include "kernels/lanes.clh"
#include "kernels/divide.clh"
#include "kernels/power.clh"

#define TUNING(name, step)                                                                           \
    __kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))                                      \
    void tuning_##name(__global V *dst, TABLE table, const uint rounds, const float a,               \
                       const float b) {                                                              \
        V x[4];                                                                                      \
        for (int k = 0; k < 4; ++k) x[k] = (V)(1 + 0.001f * (k + 4 * (int)(get_global_id(0) & 15))); \
        for (uint round = 0; round < rounds; ++round) {                                              \
            V v;                                                                                     \
            v = x[0], x[0] = step;                                                                   \
            v = x[1], x[1] = step;                                                                   \
            v = x[2], x[2] = step;                                                                   \
            v = x[3], x[3] = step;                                                                   \
        }                                                                                            \
        dst[get_global_id(0)] = (x[0] + x[1]) + (x[2] + x[3]);                                       \
    }

// An addition and a comparison.
TUNING(operations, v + (V)(a) < (V)(b) ? v + (V)(a) : (V)(b))
TUNING(divisions, divide((V)(a), v))
TUNING(powers, power(v, a))
// Each level leads to another one.
TUNING(lookups, TAKE(table, v, false, 1, 256, 0, 0))
