#include "apps/bench/ladder/climb.hpp"

#include "apps/bench/ladder/serial.hpp"
#include "apps/bench/limits/read_limit.hpp"
#include "apps/measure/times.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace sluice::apps {
namespace {

constexpr std::size_t fewest_runs = 3;
constexpr double longest_ms = 250;  // of all runs of one step, beyond the fewest

// What `run` gives, by time; the first warms up and does not count.
template <class Run>
auto repeated(std::size_t runs, Run&& run) {
    std::vector<decltype(run())> all;
    run();
    for (double spent = 0; all.size() < runs && (all.size() < fewest_runs || spent < longest_ms);)
        spent += time_of([&] { all.push_back(run()); });
    return all;
}

StepRun::Time median_run(std::vector<StepRun::Time> times) {
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end(),
                     [](const auto& a, const auto& b) { return a.ms() < b.ms(); });
    return *middle;
}

std::string number_of(double value) {
    char digits[32];
    return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}
std::string text(Operation operation, const Answer& answer) {
    return number_of(answer[0]) + (operation == Operation::minmax ? " and " + number_of(answer[1]) : "");
}

double serial_time(const Elements& e, std::size_t runs, Answer& right) {
    return median(repeated(runs, [&] {
        return time_of([&] { right = serial(e.operation(), e.element(), e.data(), e.count()); });
    }));
}

void measure(Rung& rung, const Elements& elements, const Answer& right, const DeviceImage& src,
             const Climb& how) {
    rung.not_run = refusal(*rung.step, rung.element, rung.storage, how.device.facts());
    if (!rung.not_run.empty()) return;
    try {
        StepRun step(*rung.step, elements, src, how.device);
        rung.groups = step.groups();
        rung.local = step.local();
        const StepRun::Time time = median_run(repeated(how.runs, [&] { return step.run(); }));
        const Answer answer = step.answer();
        if (answer == right)
            rung.time = time;
        else
            rung.not_run = "wrong: found " + text(elements.operation(), answer) + ", C++ finds " +
                           text(elements.operation(), right);
    } catch (const Error& error) {
        rung.not_run = error.what();
    }
    rung.failed = !rung.not_run.empty();
}

}  // namespace

std::vector<Rung> climb(const Ladder& ladder, const Climb& how) {
    std::vector<Rung> rungs;
    for (const Element element : ladder.elements)
        for (const ImageSize& size : how.sizes) {
            std::optional<Elements> elements;  // made where a storage takes them
            Answer right{};
            double serial_ms = 0;
            for (const Storage storage : how.storages) {
                if (how.bar != nullptr) how.bar->next(std::string(ladder.name) + " " + size.text());
                const std::string why = too_large(size, element, storage, how.device.facts());
                std::optional<DeviceImage> src;
                double limit_ms = 0;
                if (why.empty()) {
                    if (!elements) {
                        elements.emplace(ladder.operation, element, size);
                        serial_ms = serial_time(*elements, how.runs, right);
                    }
                    src = elements->on_device(how.device, storage);
                    ReadLimit limit(*src, how.device);
                    limit_ms = median(repeated(how.runs, [&] { return limit.run_ms(); }));
                }
                for (const Step& step : ladder.steps) {
                    if (storage == Storage::image && step.is(buffers_only)) continue;
                    Rung& rung = rungs.emplace_back(Rung{&ladder, &step, element, size, storage, why});
                    rung.limit_ms = limit_ms;
                    rung.serial_ms = serial_ms;
                    if (src) measure(rung, *elements, right, *src, how);
                }
            }
        }
    return rungs;
}

}  // namespace sluice::apps
