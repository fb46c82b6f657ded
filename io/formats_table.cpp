#include "io/formats_table.hpp"

#include "io/codecs.hpp"
#include "io/texts.hpp"
#include "pipeline/core/message.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

namespace sluice {
namespace {

// What a format does with a kind.
std::string cell_of(const Codec& codec, MetadataKind kind) {
    const bool reads = codec.reads() && codec.reads_kinds.has(kind);
    const bool writes = codec.writes() && codec.holds.metadata.has(kind);
    if (!reads && !writes) return "-";
    const std::string text = kind == MetadataKind::text && !codec.holds.text_key.empty()
                                 ? codec.holds.text_key == comment_key ? " (comments)" : " (description)"
                                 : "";
    return (reads && writes ? "yes" : reads ? "read" : "written") + text;
}

std::string usage_of(const Codec& codec) {
    if (!codec.missing.empty()) return "not in this build: " + codec.missing;
    return codec.reads() && codec.writes() ? "yes" : codec.reads() ? "read" : "written";
}

std::vector<std::string> row_of(const Codec& codec) {
    std::vector<std::string> row{codec.name, listed(codec.extensions), usage_of(codec)};
    for (std::size_t i = 0; i < names_of<MetadataKind>.size(); ++i)
        row.push_back(codec.missing.empty() ? cell_of(codec, MetadataKind(i)) : "");
    return row;
}

std::vector<std::vector<std::string>> formats_rows() {
    std::vector<std::vector<std::string>> rows{{"format", "extensions", "supported"}};
    for (const std::string_view kind : names_of<MetadataKind>) rows[0].emplace_back(kind);
    for (const Codec& codec : codecs()) rows.push_back(row_of(codec));
    return rows;
}

}  // namespace

std::string formats_text() {
    const std::vector<std::vector<std::string>> rows = formats_rows();
    std::vector<std::size_t> widths(rows[0].size());
    for (const auto& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i)
            line += row[i] + std::string(widths[i] + 2 - row[i].size(), ' ');
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

std::string formats_markdown() {
    const auto line = [](const std::vector<std::string>& cells) {
        std::string text = "|";
        for (const std::string& cell : cells) text += " " + cell + " |";
        return text + "\n";
    };
    std::string text =
        "# File formats and their metadata\n\nMade by `./dev docs` from the declarations of the codecs.\n\n"
        "*yes*: read and written. EXIF and XMP include a position (GPS). *text*: comments, descriptions, "
        "titles "
        "and other texts; some formats have a place for one comment or one description alone. *geo*: GeoTIFF "
        "tags. *dpi*: the resolution. [Metadata](batch.md#metadata) says how to choose what is kept.\n\n";
    const std::vector<std::vector<std::string>> rows = formats_rows();
    text += line(rows[0]) + line(std::vector<std::string>(rows[0].size(), "---"));
    for (std::size_t i = 1; i < rows.size(); ++i) text += line(rows[i]);
    return text;
}

}  // namespace sluice
