#include "pipeline/run/tuning_file.hpp"

#include "pipeline/core/error.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/plan/schedule/strategy_numbers.hpp"
#include "pipeline/plan/tuning/json.hpp"
#include "pipeline/plan/tuning/nearest.hpp"

#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <system_error>

namespace sluice {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes = 1 << 20;  // more is no tuning

std::string of_environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

// "Some GPU 3" becomes "some-gpu-3". Names that differ only in other characters share a file, which says
// for which of them it is.
std::string file_name(const std::string& device) {
    constexpr std::size_t longest = 100;
    std::string name;
    for (const unsigned char c : device) {
        const bool kept = c < 128 && std::isalnum(c) != 0;
        if (kept)
            name += static_cast<char>(std::tolower(c));
        else if (!name.empty() && name.back() != '-')
            name += '-';
    }
    while (!name.empty() && name.back() == '-') name.pop_back();
    return name.substr(0, longest) + ".json";
}

std::string text_of_file(const fs::path& path) {
    std::error_code error;
    if (!fs::is_regular_file(path, error)) throw Error(Error::Kind::input, "", "it is not a file");
    std::ifstream file(path, std::ios::binary);
    if (!file) throw Error(Error::Kind::input, "", std::strerror(errno));
    std::string text(most_bytes + 1, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    if (text.size() > most_bytes) throw Error(Error::Kind::input, "", "it is too long");
    return text;
}

}  // namespace

fs::path tuning_folder() {
    if (const std::string own = of_environment("SLUICE_TUNING_DIR"); !own.empty()) return own;
    if (const std::string caches = of_environment("XDG_CACHE_HOME"); !caches.empty())
        return fs::path(caches) / "sluice";
    if (const std::string home = of_environment("HOME"); !home.empty())
        return fs::path(home) / ".cache/sluice";
    return {};
}

fs::path tuning_file(const DeviceFacts& device) {
    const fs::path folder = tuning_folder();
    return folder.empty() ? folder : folder / file_name(device.name);
}

std::shared_ptr<const DeviceTuning> tuning_of_file(const fs::path& file) {
    try {
        auto tuning = std::make_shared<const DeviceTuning>(tuning_from_json(text_of_file(file)));
        if (const std::string fault = tuning_fault(*tuning); !fault.empty())
            throw Error(Error::Kind::input, "", fault);
        return tuning;
    } catch (const Error& error) {
        throw Error(Error::Kind::input, file.string(), error.message());
    }
}

std::shared_ptr<const DeviceTuning> own_tuning(const DeviceFacts& device, const Warn& warn) {
    const fs::path file = tuning_file(device);
    std::error_code error;
    if (file.empty() || !fs::exists(file, error)) return nullptr;
    std::string fault;
    try {
        auto tuning = tuning_of_file(file);
        if (is_tuned(device, *tuning)) return tuning;
        fault = "it is for " + in_quotes(tuning->device);
    } catch (const Error& unfit) {
        fault = unfit.message();
    }
    if (warn)
        warn("the tuning of the device, " + in_quotes(file.string()) + ", is not used: " + fault +
             "; 'sluice tune' measures again");
    return nullptr;
}

}  // namespace sluice
