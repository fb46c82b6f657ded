#include "apps/bench/ladder/step_run.hpp"

#include "apps/bench/kernels/texts.hpp"
#include "apps/measure/times.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <initializer_list>
#include <limits>

namespace sluice::apps {
namespace {

constexpr const char* stage = "bench";

std::size_t local_of(const Step& step, const DeviceFacts& facts) {
    return step.local != 0 ? step.local : std::bit_floor(std::min<std::size_t>(256, facts.max_work_group));
}

std::size_t width_of(const Step& step, Element element, Storage storage) {
    return storage == Storage::image ? 16 / type_of(element).bytes : step.width;
}

std::size_t units_of(const Step& step, const Elements& elements, Storage storage) {
    const std::size_t width = width_of(step, elements.element(), storage);
    return (elements.count() + width - 1) / width;
}

std::size_t groups_of(const Groups& groups, std::size_t units, std::size_t local, const DeviceFacts& facts) {
    if (groups.by == Groups::By::device) return groups.factor * facts.compute_units;
    return (units + groups.factor * local - 1) / (groups.factor * local);
}

std::string source_of(const Step& step, Operation operation) {
    const std::string folder = "ladder/";
    const char* const folds = operation == Operation::minmax ? "minmax"
                              : operation == Operation::sum  ? "sum"
                                                             : "count";
    const std::initializer_list<std::string> files = {
        "types.clh",
        folds + std::string(".clh"),
        "memory.clh",
        "tree.clh",
        "gather.clh",
        step.kernel + std::string(".cl"),
        step.finish == Finish::second_kernel ? "finish.cl" : ""};
    std::string source;
    for (const std::string& file : files)
        if (!file.empty()) source += bench_kernel(folder + file);
    return source;
}

std::string options_of(const Step& step, Element element, Storage storage, const DeviceFacts& facts) {
    const ElementType& type = type_of(element);
    std::string options = std::string("-D ELEMENT=") + type.name + " -D LOWEST=" + type.lowest +
                          " -D HIGHEST=" + type.highest +
                          " -D WIDTH=" + std::to_string(width_of(step, element, storage)) +
                          " -D GROUP=" + std::to_string(local_of(step, facts));
    if (storage == Storage::image) options += " -D IMAGE";
    if (step.finish == Finish::atomics) options += " -D ATOMICS";
    if (step.is(builtins)) options += " -D BUILTIN";
    if (step.is(lock_step) && facts.packed_minmax) options += " -D WARP_SYNC";
    return options;
}

std::size_t result_bytes(Operation operation, Element element) {
    if (operation == Operation::count) return sizeof(std::uint32_t);
    return (operation == Operation::minmax ? 2 : 1) * type_of(element).bytes;
}

double ms(const Event& event) { return static_cast<double>(event.end() - event.start()) / 1e6; }

// What the results of work-groups come to.
template <class T>
Answer fold(Operation operation, const void* memory, std::size_t bytes) {
    const std::size_t count = bytes / sizeof(T);
    std::vector<T> values(count);
    std::memcpy(values.data(), memory, bytes);
    if (operation != Operation::minmax) {
        T sum = 0;
        for (const T value : values) sum = static_cast<T>(sum + value);
        return {static_cast<double>(sum), 0};
    }
    T low = values[0], high = values[1];
    for (std::size_t i = 0; i < count; i += 2) {
        low = std::min(low, values[i]);
        high = std::max(high, values[i + 1]);
    }
    return {static_cast<double>(low), static_cast<double>(high)};
}

Answer fold(Operation operation, Element element, const std::vector<std::byte>& results) {
    if (operation == Operation::count) return fold<std::uint32_t>(operation, results.data(), results.size());
    return with_type(
        element, [&](auto zero) { return fold<decltype(zero)>(operation, results.data(), results.size()); });
}

}  // namespace

StepRun::StepRun(const Step& step, const Elements& elements, const DeviceImage& src, const Device& device)
    : step_(step),
      operation_(elements.operation()),
      element_(elements.element()),
      local_(local_of(step, device.facts())),
      groups_(groups_of(step.groups, units_of(step, elements, src.storage), local_, device.facts())),
      queue_(device, true),
      kernel_(device, step.kernel, source_of(step, operation_),
              options_of(step, element_, src.storage, device.facts()), std::string("ladder_") + step.kernel,
              stage) {
    // Atomics fold pairs of int, or an int; others give results of their own.
    const std::size_t one = result_bytes(operation_, element_);
    results_ = Memory::buffer(
        device, step.finish == Finish::atomics ? 2 * sizeof(std::int32_t) : groups_ * one, stage);
    kernel_.set(0, src.memory);
    kernel_.set(1, static_cast<std::uint32_t>(units_of(step, elements, src.storage)));
    kernel_.set(2, results_);
    if (step.finish != Finish::second_kernel) return;
    result_ = Memory::buffer(device, one, stage);
    finish_.emplace(device, step.kernel, source_of(step, operation_),
                    options_of(step, element_, src.storage, device.facts()), "ladder_finish", stage);
    finish_->set(0, results_);
    finish_->set(1, static_cast<std::uint32_t>(groups_));
    finish_->set(2, result_);
}

StepRun::Time StepRun::run() {
    constexpr std::int32_t nothing[2] = {std::numeric_limits<std::int32_t>::max(),
                                         std::numeric_limits<std::int32_t>::min()};
    constexpr std::int32_t zero[2] = {0, 0};
    if (step_.finish == Finish::atomics)
        queue_.write(results_, sizeof nothing, operation_ == Operation::minmax ? nothing : zero,
                     sizeof nothing, sizeof nothing, 1, stage);
    const Event first = queue_.launch(kernel_, groups_, local_, stage);
    Event last = first;
    double on_host_ms = 0;
    if (finish_) last = queue_.launch(*finish_, 1, local_, stage);
    if (step_.finish == Finish::host) {
        const std::vector<std::byte> results = read(results_, last);
        on_host_ms = time_of([&] { on_host_ = fold(operation_, element_, results); });
    }
    queue_.wait(last, stage);
    return {ms(first), step_.finish == Finish::atomics ? 0 : ms(last) + on_host_ms};
}

Answer StepRun::answer() {
    if (step_.finish == Finish::host) return on_host_;
    Event event;
    if (step_.finish == Finish::second_kernel) return fold(operation_, element_, read(result_, event));
    std::vector<std::byte> bytes = read(results_, event);
    if (operation_ == Operation::minmax) return fold(operation_, Element::i32, bytes);
    bytes.resize(sizeof(std::uint32_t));
    return fold(operation_, Element::u32, bytes);
}

std::vector<std::byte> StepRun::read(const Memory& memory, Event& event) {
    std::vector<std::byte> bytes(memory.bytes());
    event = queue_.read(bytes.data(), bytes.size(), memory, bytes.size(), bytes.size(), 1, stage);
    queue_.wait(event, stage);
    return bytes;
}

}  // namespace sluice::apps
