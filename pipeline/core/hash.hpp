// A hash of a text.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace sluice {

// FNV-1a of 64 bits. `from`: the hash of what stands before the text.
inline std::uint64_t fnv1a(std::string_view text, std::uint64_t from = 0xcbf29ce484222325) {
    for (const char c : text) from = (from ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return from;
}

// The finalizer of MurmurHash3: each bit of the result depends on all bits of the hash.
inline std::uint64_t mixed(std::uint64_t hash) {
    hash = (hash ^ (hash >> 33)) * 0xff51afd7ed558ccd;
    hash = (hash ^ (hash >> 33)) * 0xc4ceb9fe1a85ec53;
    return hash ^ (hash >> 33);
}

// 16 hexadecimal digits.
inline std::string hash_text(std::uint64_t hash) {
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
    return digits;
}

// Detects accidental changes. Nobody gains by making two texts collide.
class Hash {
public:
    // Includes the length, so that different lists of texts have different hashes.
    void add(std::string_view text) {
        state_ = fnv1a(std::to_string(text.size()) + ":", state_);
        state_ = fnv1a(text, state_);
    }
    // 16 hexadecimal digits.
    std::string text() const { return hash_text(state_); }

private:
    std::uint64_t state_ = fnv1a("");
};

}  // namespace sluice
