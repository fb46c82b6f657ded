#include "apps/bench/ladder/published.hpp"

#include <algorithm>
#include <cstdio>

namespace sluice::apps {
namespace {

constexpr const char* yan =
    "Yan, Zhang, Long, Li: Reduction Algorithm Optimization Based on the OpenCL, Journal of Software 22 "
    "Suppl. 2, 2011";
// The paper calls 156.4 GB/s 88.8 % of its 164: those are of 2^30 bytes.
constexpr Paper hd5850{yan, "HD 5850", 164 * 1.073741824, "measured in the paper"};
constexpr Paper c2050{yan, "C2050", 144, "data sheet"};
constexpr Paper cuda{yan, "C2050, OpenCV's CUDA", 144, "data sheet"};
constexpr Paper w8000{"a ladder for the sum of 4096x4096 uint", "FirePro W8000", 176, "data sheet"};
constexpr Paper hd7970{"a teaching ladder for sums of double", "HD 7970", 264, "data sheet"};

// minMax of 2560x2560 elements, with vectors of 8 and 2 groups of 256 for each compute unit.
std::vector<Published> minmax_by_type() {
    struct Row {
        Element element;
        double hd5850, c2050_buffer, c2050_image, cuda;
    };
    constexpr Row rows[] = {
        {Element::u8, 74.84, 199.67, 126.65, 242.14},   {Element::i8, 86.84, 199.96, 126.62, 242.56},
        {Element::u16, 95.30, 200.99, 192.67, 269.98},  {Element::i16, 98.37, 201.34, 194.68, 278.88},
        {Element::i32, 167.59, 313.18, 380.23, 405.37}, {Element::f32, 167.65, 314.81, 381.10, 404.52},
        {Element::f64, 372.44, 607.36, 0, 627.98},
    };
    std::vector<Published> all;
    for (const Row& row : rows) {
        const auto add = [&](const Paper& paper, Storage storage, double us) {
            if (us > 0)
                all.push_back(
                    {&paper, "minMax of every type", "built-ins", row.element, storage, 2560 * 2560, us});
        };
        add(hd5850, Storage::buffer, row.hd5850);
        add(c2050, Storage::buffer, row.c2050_buffer);
        add(c2050, Storage::image, row.c2050_image);
        add(cuda, Storage::buffer, row.cuda);
    }
    return all;
}

std::vector<Published> make() {
    constexpr const char* sum = "sum of uint";
    constexpr std::size_t pixels = 4096 * 4096;
    constexpr double serial = 8077;  // us, C++ with -O3
    const auto us = [&](const char* step, double us, const char* note) {
        return Published{&w8000, sum, step, Element::u32, Storage::buffer, pixels, us, serial / us, note};
    };
    std::vector<Published> all = minmax_by_type();
    all.push_back(us("naive tree", 1056.2, ""));
    all.push_back(us("sequential addressing", 1056.2 * (1 - 0.176), "17.6 % less than the naive tree"));
    all.push_back(us("vectors of 4", 417.7, "the best of its vectors"));
    all.push_back({&hd7970, "sum of double", "groups of 256", Element::f64, Storage::buffer, 100000000, 0, 25,
                   "its best size of work-groups"});
    return all;
}

}  // namespace

double Published::rate() const {
    return us > 0 ? static_cast<double>(count * type_of(element).bytes) / us / 1e3 : 0;
}

double Published::share() const { return rate() / paper->limit; }

std::string Published::text() const {
    char text[64];
    if (us > 0)
        std::snprintf(text, sizeof text, "%.1f us, %.0f %%", us, 100 * share());
    else
        std::snprintf(text, sizeof text, "%.0f x serial", speed_up);
    return text + std::string(" (") + paper->device + ")";
}

const std::vector<Published>& published() {
    static const std::vector<Published> all = make();
    return all;
}

std::vector<Published> published(const std::string& ladder, const std::string& step, Element element,
                                 Storage storage) {
    std::vector<Published> found;
    std::copy_if(published().begin(), published().end(), std::back_inserter(found), [&](const Published& p) {
        return ladder == p.ladder && step == p.step && element == p.element && storage == p.storage;
    });
    return found;
}

}  // namespace sluice::apps
