// No templates of the library in here: their code, made for this processor, could be taken for the rest of
// the program too.
#include "apps/bench/ladder/serial.hpp"

#include "apps/bench/host/processor.hpp"

namespace sluice::apps {
namespace {

struct Pair {
    double first, second;
};

template <class T>
FOR_EACH_PROCESSOR Pair loop(Operation operation, const T* src, std::size_t count) {
    if (operation == Operation::minmax) {
        T low = src[0], high = src[0];
        for (std::size_t i = 0; i < count; ++i) {
            low = src[i] < low ? src[i] : low;
            high = high < src[i] ? src[i] : high;
        }
        return {static_cast<double>(low), static_cast<double>(high)};
    }
    if (operation == Operation::sum) {
        T sum = 0;
        for (std::size_t i = 0; i < count; ++i) sum = static_cast<T>(sum + src[i]);
        return {static_cast<double>(sum), 0};
    }
    std::size_t set = 0;
    for (std::size_t i = 0; i < count; ++i) set += src[i] != 0 ? 1 : 0;
    return {static_cast<double>(set), 0};
}

}  // namespace

Answer serial(Operation operation, Element element, const void* elements, std::size_t count) {
    const Pair found = with_type(element, [&](auto zero) {
        return loop(operation, static_cast<const decltype(zero)*>(elements), count);
    });
    return {found.first, found.second};
}

}  // namespace sluice::apps
