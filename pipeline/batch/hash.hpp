// A hash of a text.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace sluice {

// FNV-1a: detects accidental changes. Nobody gains by making two texts collide.
class Hash {
public:
    // Includes the length, so that different lists of texts have different hashes.
    void add(std::string_view text) {
        mix(std::to_string(text.size()) + ":");
        mix(text);
    }
    // 16 hexadecimal digits.
    std::string text() const {
        char digits[17];
        std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(state_));
        return digits;
    }

private:
    void mix(std::string_view text) {
        for (const char c : text) state_ = (state_ ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    }
    std::uint64_t state_ = 0xcbf29ce484222325;
};

}  // namespace sluice
