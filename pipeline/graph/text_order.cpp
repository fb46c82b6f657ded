#include "pipeline/graph/text_order.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

namespace sluice {

Diagnostics in_text_order(const Diagnostics& faults) {
    std::vector<Diagnostic> list(faults.begin(), faults.end());
    std::map<std::string, std::size_t> files;  // in the order in which faults name them
    for (const Diagnostic& d : list) files.emplace(d.place.file, files.size());
    const auto key = [&](const Diagnostic& d) {  // what has no line goes first
        const std::size_t file = d.place.line == 0 ? 0 : files.at(d.place.file) + 1;
        return std::tuple(file, d.place.line, d.place.column);
    };
    std::stable_sort(list.begin(), list.end(),
                     [&](const Diagnostic& a, const Diagnostic& b) { return key(a) < key(b); });
    Diagnostics sorted;
    for (Diagnostic& d : list) {
        if (d.severity == Diagnostic::Severity::error)
            sorted.error(std::move(d.place), std::move(d.subject), std::move(d.message));
        else
            sorted.warning(std::move(d.place), std::move(d.subject), std::move(d.message));
    }
    return sorted;
}

}  // namespace sluice
