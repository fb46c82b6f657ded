// Values as bytes, on their way between two processes. Whoever opens a parcel need not trust its sender: what
// does not fit its format is an Error(input), and nothing is read past its end.
#pragma once

#include "pipeline/core/format.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/core/image_file.hpp"
#include "pipeline/core/pixel_memory.hpp"
#include "pipeline/core/value.hpp"
#include "pipeline/core/wording.hpp"
#include "pipeline/files/bytes.hpp"
#include "pipeline/graph/kinds.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::isolated {

// What is said of a parcel that cannot be what it ought to be. Throws Error(input).
[[noreturn]] void refuse_answer();

class Packing {
public:
    Packing& add(std::uint64_t number);
    Packing& add(double number);
    Packing& add(Bytes bytes);
    Packing& add(std::string_view text) { return add(as_bytes(text)); }
    template <class Enum>
    Packing& add_choice(Enum choice) {
        return add(static_cast<std::uint64_t>(choice));
    }
    Packing& add(const Values& values);
    Packing& add(const ImageFormat& format);
    Packing& add(const Shrunk& as);
    Packing& add(const ImageHeader& header);
    Packing& add(const Metadata& metadata);
    Packing& add(const ImageFacts& facts);
    Packing& add(const ReadMemory& memory);
    Packing& add(const RowMemory& memory);
    Packing& add(const Wording& wording);

    Bytes bytes() const { return bytes_; }

private:
    void add(const Value& value);

    std::vector<std::uint8_t> bytes_;
};

// In the order in which they were added. All throw Error(input).
class Unpacking {
public:
    explicit Unpacking(Bytes bytes) : bytes_(bytes) {}

    std::uint64_t number();
    std::uint64_t number_below(std::uint64_t end);
    bool flag() { return number_below(2) != 0; }
    double real();
    Bytes bytes();
    std::string text();
    template <class Enum>
    Enum choice(std::size_t count = names_of<Enum>.size()) {
        return static_cast<Enum>(number_below(count));
    }
    Values values();
    ImageFormat format();  // one that images have, and whose bytes can be counted
    Shrunk shrunk();
    ImageHeader header();
    Metadata metadata();
    ImageFacts facts();
    ReadMemory read_memory();
    RowMemory row_memory();
    Wording wording();  // whose Remedies have names that an option may have
    void end() const;   // there is no more

private:
    Value value();
    Remedy remedy();
    std::size_t count(std::size_t least_bytes_of_each);

    ByteReader bytes_;
};

}  // namespace sluice::isolated
