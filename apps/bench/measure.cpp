#include "apps/bench/measure.hpp"

#include <algorithm>
#include <chrono>

namespace sluice::apps {

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 != 0) return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

std::vector<double> time_runs(std::size_t runs, const std::function<void()>& work) {
    using Clock = std::chrono::steady_clock;
    work();
    std::vector<double> times;
    for (std::size_t i = 0; i < runs; ++i) {
        const Clock::time_point start = Clock::now();
        work();
        times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
    }
    return times;
}

}  // namespace sluice::apps
