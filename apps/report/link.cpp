#include "apps/report/link.hpp"

#include "pipeline/sluice/batch/outputs.hpp"

#include <string_view>
#include <system_error>

namespace sluice::apps {
namespace {

namespace fs = std::filesystem;

// Browsers take "a/../b" for "b"; where `a` is a link, it is another place.
bool climbs(const fs::path& path) {
    bool entered = false;
    for (const fs::path& part : path) {
        if (part == ".." && entered) return true;
        entered = entered || (part != ".." && part != ".");
    }
    return false;
}

// As the address of a page would have it, links in it as they are.
fs::path whole(const fs::path& path) {
    if (climbs(path)) return real_name(path);
    std::error_code fault;
    const fs::path absolute = fs::absolute(path, fault);
    return fault ? fs::path() : absolute.lexically_normal();
}

bool stays(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-._~/").find(c) != std::string_view::npos;
}

}  // namespace

std::string link_to(const fs::path& file, const fs::path& folder) {
    if (file.empty() || file == "-") return "";
    const fs::path from = whole(folder.empty() ? fs::path(".") : folder), to = whole(file);
    if (from.empty() || to.empty()) return "";
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string url;
    for (const char c : to.lexically_relative(from).string()) {
        const auto byte = static_cast<unsigned char>(c);
        if (stays(c))
            url += c;
        else
            url += {'%', digits[byte >> 4], digits[byte & 15]};
    }
    return url;
}

}  // namespace sluice::apps
