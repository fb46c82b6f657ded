// Memory for what lives as long as a frame or a command does.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace sluice {

// Memory that is given back, with the size that it was taken with, is kept for who asks next, on whatever
// thread: what comes and goes with each frame asks the system for nothing once as much as was ever needed at
// once is there. Above 4 KiB nothing is kept. All of it stays as long as the process does, since an event
// may outlive everything else. Any thread. Throws std::bad_alloc.
void* take_recycled(std::size_t bytes);
void give_recycled(void* memory, std::size_t bytes) noexcept;

template <class T>
struct Recycling {
    using value_type = T;
    using is_always_equal = std::true_type;

    Recycling() = default;
    template <class Other>
    Recycling(const Recycling<Other>&) noexcept {}  // NOLINT(google-explicit-constructor): as allocators are
    T* allocate(std::size_t n) {
        static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
        return static_cast<T*>(take_recycled(n * sizeof(T)));
    }
    void deallocate(T* memory, std::size_t n) noexcept { give_recycled(memory, n * sizeof(T)); }
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
