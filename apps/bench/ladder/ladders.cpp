// The table of the published ladders.
#include "apps/bench/ladder/step.hpp"

namespace sluice::apps {
namespace {

constexpr Finish kernel = Finish::second_kernel, atomics = Finish::atomics, host = Finish::host;
constexpr Groups one = per_item(1), two = per_item(2), eight = per_item(8);
constexpr Groups x1 = per_compute_unit(1), x2 = per_compute_unit(2), x8 = per_compute_unit(8);

}  // namespace

// A second kernel finishes where the paper does not say who did, so that every time is that of one result.
const std::vector<Ladder>& ladders() {
    static const std::vector<Ladder> all = {
        {"sum of uint",
         "a sum of 4096x4096 uint from a naive tree to vectors, with the teaching steps reduce0 to reduce4",
         Operation::sum,
         {Element::u32},
         {{"naive tree", "modulo", "every second, fourth, eighth ... item folds", 1, one, kernel},
          {"strided index", "strided", "the first items fold: whole wavefronts rest", 1, one, kernel},
          {"sequential addressing", "sequential", "neighbours touch neighbours: no bank conflicts", 1, one,
           kernel},
          {"first add during load", "first_add", "each item folds two units as it loads them", 1, two,
           kernel},
          {"unrolled last wavefront", "unrolled_wavefront", "no barriers where one wavefront is left", 1, two,
           kernel, lock_step},
          {"completely unrolled", "unrolled", "the whole tree written out, with barriers", 1, two, kernel},
          {"runs", "runs", "each item reads 8 units, side by side", 1, eight, kernel},
          {"by global size, data / 8", "stride_global", "its 8 units are as far apart as there are items", 1,
           eight, kernel},
          {"by global size, 8 x CU", "stride_global", "as many work-groups as suit the device", 1, x8,
           kernel},
          {"by local size, data / 8", "stride_local", "its 8 units are in a tile of its work-group", 1, eight,
           kernel},
          {"by local size, 8 x CU", "stride_local", "as many work-groups as suit the device", 1, x8, kernel},
          {"vectors of 2", "vectors", "reads 2 elements at once, data / 8 again", 2, eight, kernel,
           buffers_only},
          {"vectors of 4", "vectors", "reads 4 elements at once", 4, eight, kernel},
          {"vectors of 8", "vectors", "reads 8 elements at once", 8, eight, kernel, buffers_only},
          {"vectors of 16", "vectors", "reads 16 elements at once", 16, eight, kernel, buffers_only},
          {"vectors of 4, 8 x CU", "vectors", "as many work-groups as suit the device", 4, x8, kernel},
          {"finish by atomics", "vectors", "work-groups add to one result", 4, x8, atomics}}},
        {"sum of double",
         "a tree in local memory that the host finishes, by the size of work-groups",
         Operation::sum,
         {Element::f64},
         {{"groups of 64", "sequential", "a tree in local memory", 1, one, host, 0, 64},
          {"groups of 128", "sequential", "larger work-groups", 1, one, host, 0, 128},
          {"groups of 256", "sequential", "larger work-groups", 1, one, host, 0, 256},
          {"groups of 512", "sequential", "larger work-groups", 1, one, host, 0, 512},
          {"groups of 1024", "sequential", "larger work-groups", 1, one, host, 0, 1024},
          {"by local size, 8 x CU", "stride_local", "each item folds many units; groups of 256", 1, x8, host},
          {"vectors of 2", "vectors", "reads 2 elements at once", 2, x8, host},
          {"finish by a kernel", "vectors", "a second kernel folds the results of work-groups", 2, x8,
           kernel}}},
        {"minMax of uchar",
         "minMax from contiguous reads to built-ins, by Yan et al.",
         Operation::minmax,
         {Element::u8},
         {{"runs", "runs", "each item reads 8 units, side by side", 1, eight, kernel},
          {"contiguous reads", "stride_local", "neighbours read neighbours", 1, eight, kernel},
          {"vectors of 4", "vectors", "reads 4 elements at once", 4, eight, kernel, buffers_only},
          {"vectors of 8", "vectors", "reads 8 elements at once", 8, eight, kernel, buffers_only},
          {"vectors of 16", "vectors", "reads 16 elements at once", 16, eight, kernel},
          {"upper half", "upper_half", "vectors of 8; the lower half keeps its results in registers", 8,
           eight, kernel},
          {"1 x CU groups", "upper_half", "a fixed number of work-groups", 8, x1, kernel},
          {"2 x CU groups", "upper_half", "twice as many", 8, x2, kernel},
          {"finish by atomics", "upper_half", "work-groups fold into one result", 8, x2, atomics},
          {"finish by the host", "upper_half", "the host folds the results of work-groups", 8, x2, host},
          {"built-ins", "upper_half", "min() and max(); a second kernel again", 8, x2, kernel, builtins},
          {"unrolled", "unrolled_upper_half", "the whole tree written out", 8, x2, kernel, builtins}}},
        {"countNonZero of uchar",
         "the steps of minMax for a count, by Yan et al.",
         Operation::count,
         {Element::u8},
         {{"contiguous reads", "stride_local", "neighbours read neighbours", 1, eight, kernel},
          {"vectors of 8", "vectors", "reads 8 elements at once", 8, eight, kernel, buffers_only},
          {"upper half", "upper_half", "the lower half keeps its results in registers", 8, eight, kernel},
          {"2 x CU groups", "upper_half", "a fixed number of work-groups", 8, x2, kernel},
          {"finish by atomics", "upper_half", "work-groups add to one result", 8, x2, atomics}}},
        {"minMax of every type",
         "one of the last steps of minMax for each type, by Yan et al.",
         Operation::minmax,
         {Element::u8, Element::i8, Element::u16, Element::i16, Element::i32, Element::f32, Element::f64},
         {{"built-ins", "upper_half", "vectors of 8, upper half, 2 x CU groups, built-ins", 8, x2, kernel,
           builtins}}}};
    return all;
}

}  // namespace sluice::apps
