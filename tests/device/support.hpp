// What the tests of the device floor share.
#pragma once

#include "pipeline/core/error.hpp"
#include "pipeline/device/device.hpp"
#include "tests/variable.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sluice::test {

// The device of these tests: what the rule picks. One for the whole program, since opening one is slow.
inline const Device& device() {
    static const Device picked = Device::pick();
    return picked;
}

// Bytes without a pattern that a wrong pitch or offset would repeat.
inline std::vector<std::uint8_t> noise(std::size_t bytes, std::uint32_t seed) {
    std::vector<std::uint8_t> values(bytes);
    std::uint32_t state = seed * 2654435761u + 1;
    for (std::uint8_t& value : values) {
        state = state * 1664525u + 1013904223u;
        value = static_cast<std::uint8_t>(state >> 24);
    }
    return values;
}

// The whole text of the Error that `body` throws, "no error" when it throws none; `kind` must be its kind.
template <class Body>
std::string error_of(Body&& body, Error::Kind kind = Error::Kind::device) {
    try {
        body();
    } catch (const Error& error) {
        return error.kind() == kind ? error.what() : std::string("of another kind: ") + error.what();
    }
    return "no error";
}

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

inline bool starts_with(const std::string& text, const std::string& part) { return text.rfind(part, 0) == 0; }

}  // namespace sluice::test
