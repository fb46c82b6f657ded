#include "pipeline/graph/text_order.hpp"

#include <algorithm>
#include <tuple>

namespace sluice {

Diagnostics in_text_order(const Diagnostics& faults) {
    std::vector<Diagnostic> list(faults.begin(), faults.end());
    std::stable_sort(list.begin(), list.end(), [](const Diagnostic& a, const Diagnostic& b) {
        return std::tie(a.place.line, a.place.column) < std::tie(b.place.line, b.place.column);
    });
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
