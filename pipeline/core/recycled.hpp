// Memory for what lives as long as a frame or a command does.
#pragma once

#include <cstddef>
#include <memory>
#include <memory_resource>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace sluice {

// Keeps what is given back for those who ask next, so that what comes and goes with each frame asks the
// system for nothing once as much as was ever needed at once is there. Never goes itself: an event may
// outlive everything else. Any thread.
std::pmr::memory_resource& recycled_memory();

template <class T>
struct Recycling {
    using value_type = T;
    using is_always_equal = std::true_type;

    Recycling() = default;
    template <class Other>
    Recycling(const Recycling<Other>&) noexcept {}  // NOLINT(google-explicit-constructor): as allocators are
    T* allocate(std::size_t n) {
        return static_cast<T*>(recycled_memory().allocate(n * sizeof(T), alignof(T)));
    }
    void deallocate(T* memory, std::size_t n) noexcept {
        recycled_memory().deallocate(memory, n * sizeof(T), alignof(T));
    }
    bool operator==(const Recycling&) const = default;
};

template <class T>
using RecycledVector = std::vector<T, Recycling<T>>;
using RecycledString = std::basic_string<char, std::char_traits<char>, Recycling<char>>;

template <class T, class... Args>
std::shared_ptr<T> make_recycled(Args&&... args) {
    return std::allocate_shared<T>(Recycling<T>(), std::forward<Args>(args)...);
}

}  // namespace sluice
