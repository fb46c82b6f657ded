// A callback of a declaration that no live number changes: whatever numbers, integers and booleans among the
// live parameters are, it gives the same for the same images. Who finds one (is_steady) need not call it
// again when such a parameter is set.
#pragma once

#include <functional>
#include <utility>

namespace sluice {

template <class Signature>
struct Steady;
template <class R, class... Args>
struct Steady<R(Args...)> {
    std::function<R(Args...)> callback;

    R operator()(Args... args) const { return callback(std::forward<Args>(args)...); }
};

// One that gives this value.
template <class Signature, class T>
Steady<Signature> always(T value) {
    return {[value = std::move(value)](const auto&...) { return value; }};
}

template <class Signature>
bool is_steady(const std::function<Signature>& callback) {
    return callback.template target<Steady<Signature>>() != nullptr;
}

}  // namespace sluice
