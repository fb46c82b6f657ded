// Texts of files that are small enough to be read whole.
#pragma once

#include "pipeline/core/error.hpp"
#include "pipeline/files/input.hpp"

#include <string>
#include <string_view>

namespace sluice {

// What `parse` makes of the text of a file. Throws Error(input) that names the path: of what it throws, no
// such file, one of more than `most_bytes`.
template <class Parse>
auto parse_file(const std::string& path, std::size_t most_bytes, const Parse& parse) {
    try {
        Input input(path);
        const Bytes bytes = input.all(most_bytes);
        return parse(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    } catch (const Error& e) {
        throw Error(Error::Kind::input, input_name(path), e.message());
    }
}

}  // namespace sluice
