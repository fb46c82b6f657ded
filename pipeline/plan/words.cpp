#include "pipeline/plan/words.hpp"

#include "pipeline/plan/text.hpp"

namespace sluice {

std::string size_text(std::size_t bytes) {
    constexpr std::size_t kib = 1024, mib = kib * 1024, gib = mib * 1024;
    if (bytes >= 10 * gib) return cat(bytes / gib, " GiB");
    if (bytes >= 10 * mib) return cat(bytes / mib, " MiB");
    if (bytes >= 10 * kib) return cat(bytes / kib, " KiB");
    return cat(bytes, " bytes");
}

std::string fields_text(const TableLayout& layout) {
    std::string text;
    for (const Field& field : layout.fields) text += cat(text.empty() ? "" : " ", field.name);
    text += " of";
    for (const std::string& channel : layout.channels) text += cat(" ", channel);
    return text;
}

}  // namespace sluice
