#include "apps/options/memory_size.hpp"

#include "pipeline/core/byte_size.hpp"

#include <filesystem>
#include <system_error>

namespace sluice::apps {
namespace {

constexpr const char* size_name = "SIZE";

bool is_number(const std::string& text) {
    const auto size = read_size(text);
    return size && size->unit.empty();
}

bool is_unit_and_no_file(const std::string& text) {
    std::error_code fault;
    return bytes_of_unit(text) && !std::filesystem::exists(text, fault);
}

}  // namespace

std::vector<std::string> with_sizes_in_one_word(const std::vector<std::string>& words,
                                                const po::options_description& options) {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < words.size(); ++i) {
        result.push_back(words[i]);
        for (const auto& option : options.options()) {
            if (option->semantic()->name().find(size_name) == std::string::npos) continue;
            const std::string name = "--" + option->long_name();
            const bool apart = words[i] == name && i + 1 < words.size() && is_number(words[i + 1]);
            const bool together =
                words[i].starts_with(name + "=") && is_number(words[i].substr(name.size() + 1));
            if (apart) result.push_back(words[++i]);
            if ((apart || together) && i + 1 < words.size() && is_unit_and_no_file(words[i + 1]))
                result.back() += " " + words[++i];
        }
    }
    return result;
}

}  // namespace sluice::apps
