#include "pipeline/files/extension.hpp"

#include "pipeline/core/text.hpp"

namespace sluice {

std::string extension_of(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
    const std::size_t dot = name.rfind('.');
    return dot == std::string_view::npos || dot == 0 ? "" : lower_case(name.substr(dot + 1));
}

}  // namespace sluice
