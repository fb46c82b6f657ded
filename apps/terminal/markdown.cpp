#include "apps/terminal/markdown.hpp"

#include "apps/terminal/wrap.hpp"

#include <algorithm>
#include <sstream>
#include <vector>

namespace sluice::apps {
namespace {

constexpr std::string_view code_indent = "    ";

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    std::istringstream stream{std::string(text)};
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

// "[stages](stages/README.md)" is "stages".
std::string without_links(std::string text) {
    for (std::size_t open = text.find('['); open != std::string::npos; open = text.find('[', open + 1)) {
        const std::size_t middle = text.find("](", open);
        const std::size_t end = middle == std::string::npos ? middle : text.find(')', middle);
        const auto begin = text.begin(), here = begin + static_cast<std::ptrdiff_t>(open);
        if (end == std::string::npos || std::count(begin, here, '`') % 2 != 0) continue;  // in code
        text = text.substr(0, open) + text.substr(open + 1, middle - open - 1) + text.substr(end + 1);
    }
    return text;
}

std::vector<std::string> cells_of(const std::string& row) {
    std::vector<std::string> cells;
    for (std::size_t begin = 1; begin < row.size();) {
        std::size_t end = begin;
        while (end < row.size() && (row[end] != '|' || row[end - 1] == '\\')) ++end;
        std::string cell = row.substr(begin, end - begin);
        cell.erase(0, std::min(cell.find_first_not_of(' '), cell.size()));
        cell.erase(cell.find_last_not_of(' ') + 1);
        std::erase(cell, '\\');
        cells.push_back(without_links(cell));
        begin = end + 1;
    }
    return cells;
}

class Rendering {
public:
    explicit Rendering(std::size_t columns) : columns_(columns) {}

    void line(const std::string& line) {
        if (line.starts_with("```")) return fence(line);
        if (code_) return add(line.empty() ? "\n" : std::string(code_indent) + line + "\n");
        if (line.starts_with("|")) {
            end_paragraph();
            if (line.find_first_not_of("|-: ") != std::string::npos) table_.push_back(cells_of(line));
            return;
        }
        end_table();
        if (line.empty()) {
            end_paragraph();
            if (!text_.empty() && !text_.ends_with("\n\n")) text_ += "\n";
        } else if (line.starts_with("#")) {
            end_paragraph();
            add(line.substr(line.find_first_not_of("# ")) + "\n");
        } else if (line.starts_with("* ")) {
            end_paragraph();
            if (line.starts_with("* [") && line.find("](#") != std::string::npos) return;
            item_ = true;
            paragraph_ = line.substr(2);
        } else {
            paragraph_ += (paragraph_.empty() ? "" : " ") + line;
        }
    }

    std::string text() {
        end_paragraph();
        end_table();
        return std::move(text_);
    }

private:
    void add(const std::string& more) { text_ += more; }

    // "```yaml percentile.yaml"
    void fence(const std::string& line) {
        end_paragraph();
        end_table();
        code_ = !code_;
        const std::size_t blank = line.find(' ');
        if (code_ && blank != std::string::npos) add("  " + line.substr(blank + 1) + ":\n");
    }

    void end_paragraph() {
        if (!paragraph_.empty())
            add((item_ ? "* " : "") + wrapped(without_links(paragraph_), columns_, item_ ? 2 : 0) + "\n");
        paragraph_.clear();
        item_ = false;
    }

    void end_table() {
        std::vector<std::size_t> widths;
        for (const auto& row : table_)
            for (std::size_t i = 0; i < row.size(); ++i) {
                if (i == widths.size()) widths.push_back(0);
                widths[i] = std::max(widths[i], row[i].size());
            }
        for (const auto& row : table_) {
            std::string line = "  ";
            for (std::size_t i = 0; i < row.size(); ++i)
                line += row[i] + (i + 1 < row.size() ? std::string(widths[i] + 2 - row[i].size(), ' ') : "");
            add(line + "\n");
        }
        table_.clear();
    }

    std::size_t columns_;
    std::string text_, paragraph_;
    std::vector<std::vector<std::string>> table_;
    bool code_ = false, item_ = false;
};

}  // namespace

std::string terminal_text(std::string_view markdown, std::size_t columns) {
    Rendering rendering(columns);
    for (const std::string& line : lines_of(markdown)) rendering.line(line);
    return rendering.text();
}

}  // namespace sluice::apps
