// Sizes of memory as people write them: "512K", "1.5M", "2 GB", "2GiB", "1e9". Units are powers of 1024 in
// upper or lower case. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sluice {

// A number without a sign, and what follows it without the spaces between the two. Nothing for other texts.
struct WrittenSize {
    double number = 0;
    std::string unit;
};
std::optional<WrittenSize> read_size(std::string_view text);

// How many bytes a unit has: "G", "gb", "GiB"; nothing for what is none.
std::optional<double> bytes_of_unit(const std::string& unit);

// The bytes of a size. Nothing for what is no size, for 0, and for a number without a unit that is too small
// to be meant; `fault` then says what is wrong and what would be right.
std::optional<std::int64_t> bytes_of_size(const std::string& text, std::string& fault);

}  // namespace sluice
