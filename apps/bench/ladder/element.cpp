#include "apps/bench/ladder/element.hpp"

namespace sluice::apps {

const ElementType& type_of(Element element) {
    static constexpr ElementType types[] = {
        {"uchar", 1, "0", "UCHAR_MAX"},        {"char", 1, "CHAR_MIN", "CHAR_MAX"},
        {"ushort", 2, "0", "USHRT_MAX"},       {"short", 2, "SHRT_MIN", "SHRT_MAX"},
        {"int", 4, "INT_MIN", "INT_MAX"},      {"uint", 4, "0", "UINT_MAX"},
        {"float", 4, "-INFINITY", "INFINITY"}, {"double", 8, "-INFINITY", "INFINITY"},
    };
    return types[static_cast<std::size_t>(element)];
}

const char* name(Operation operation) {
    static constexpr const char* names[] = {"minMax", "sum", "countNonZero"};
    return names[static_cast<std::size_t>(operation)];
}

}  // namespace sluice::apps
