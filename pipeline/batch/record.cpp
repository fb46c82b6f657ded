#include "pipeline/batch/record.hpp"

#include "pipeline/batch/hash.hpp"
#include "pipeline/core/base64.hpp"
#include "pipeline/core/error.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

namespace sluice {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// The same for every spelling that needs no look at the disk.
fs::path key_of(const fs::path& path) {
    std::error_code fault;
    const fs::path whole = fs::absolute(path, fault);
    return (fault ? path : whole).lexically_normal();
}

const Json* member(const Json& object, const std::string& key) {
    const auto found = object.is_object() ? object.find(key) : object.end();
    return found != object.end() && !found->is_null() ? &*found : nullptr;
}

std::optional<std::string> text_in(const Json& object, const std::string& key) {
    const Json* value = member(object, key);
    if (value == nullptr || !value->is_string()) return std::nullopt;
    return value->get<std::string>();
}

template <class T>
std::optional<T> number_in(const Json& object, const std::string& key) {
    const Json* value = member(object, key);
    if (value == nullptr || !value->is_number_integer()) return std::nullopt;
    const bool fits = value->is_number_unsigned() ? std::in_range<T>(value->get<std::uint64_t>())
                                                  : std::in_range<T>(value->get<std::int64_t>());
    return fits ? std::optional(value->get<T>()) : std::nullopt;
}

std::optional<std::string> path_in(const Json& line, const std::string& key) {
    if (auto path = text_in(line, key)) return path;
    const auto bytes = text_in(line, key + "_bytes");
    return bytes ? from_base64(*bytes) : std::nullopt;
}

std::optional<FileStamp> stamp_in(const Json& resume, const std::string& key) {
    const Json* stamp = member(resume, key);
    if (stamp == nullptr) return std::nullopt;
    const auto bytes = number_in<std::uintmax_t>(*stamp, "bytes");
    const auto mtime = number_in<std::int64_t>(*stamp, "mtime_ns");
    if (!bytes || !mtime) return std::nullopt;
    return FileStamp{*bytes, *mtime};
}

// What a line looks like that a kill, a full disk or a power failure cut off.
bool is_beginning_of_line(std::string_view text) {
    constexpr std::string_view start = R"({"path)";
    if (start.starts_with(text.substr(0, start.size()))) return true;
    return std::all_of(text.begin(), text.end(), [](char c) { return c == '\0'; });
}

[[noreturn]] void no_manifest(const fs::path& path, std::size_t line) {
    throw Error(Error::Kind::usage, path.string(),
                "line " + std::to_string(line) + " is not a line of a manifest; " + Remedy{"resume"} +
                    " needs the manifest of the run that it continues");
}

}  // namespace

Record Record::read(const fs::path& manifest, std::string options) {
    Record record;
    record.options_ = std::move(options);
    std::error_code fault;
    if (!fs::exists(manifest, fault) && !fault) return record;
    if (fs::exists(manifest, fault) && !fs::is_regular_file(manifest, fault))
        throw Error(Error::Kind::usage, manifest.string(),
                    "is not a file; " + Remedy{"resume"} + " needs one");
    std::ifstream file(manifest, std::ios::binary);
    if (!file)
        throw Error(Error::Kind::input, manifest.string(),
                    std::string("the manifest cannot be read: ") + std::strerror(errno));
    for (std::string line; std::getline(file, line);) {
        if (file.eof()) {
            if (!is_beginning_of_line(line)) no_manifest(manifest, record.lines_ + 1);
            break;
        }
        if (!record.add(line)) no_manifest(manifest, record.lines_ + 1);
        record.whole_bytes_ += line.size() + 1;
        ++record.lines_;
    }
    if (file.bad())
        throw Error(Error::Kind::input, manifest.string(), "the manifest cannot be read completely");
    // Nothing was written since it was made.
    if (const auto stamp = stamp_of(manifest); stamp && record.lines_ == 0) record.begun_ = stamp->mtime;
    return record;
}

// False when this is no line of a manifest.
bool Record::add(const std::string& line) {
    const Json json = Json::parse(line, nullptr, false);
    if (!path_in(json, "path") || !text_in(json, "status")) return false;
    if (!believe(line)) doubtful_.push_back(lines_ + 1);
    return true;
}

// False for a line that counts for nothing. Whoever edits one may have meant well; but what it says decides
// whether a file is replaced.
bool Record::believe(const std::string& line) {
    const Json json = Json::parse(line, nullptr, false);
    const auto input = path_in(json, "path"), output = path_in(json, "output");
    const auto status = text_in(json, "status");
    const Json* resume = member(json, "resume");
    if (!is_as_sealed(line) || resume == nullptr) return false;
    const auto begun = number_in<std::int64_t>(*resume, "begun_ns");
    const auto options = text_in(*resume, "options");
    if (!begun || *begun <= 0 || !options) return false;
    // All lines of a manifest say the same. Where they do not, less is taken for the runs' own.
    begun_ = std::max(begun_.value_or(*begun), *begun);
    const auto input_stamp = stamp_in(*resume, "input"), output_stamp = stamp_in(*resume, "output");
    if (*status == "done" && output && input_stamp && output_stamp)
        done_[key_of(*output)] = {key_of(*input), *input_stamp, *output_stamp, *options};
    return true;
}

bool Record::vouches_for(const BatchFile& file) const {
    const auto found = done_.find(key_of(file.output));
    if (found == done_.end()) return false;
    const Done& done = found->second;
    return done.options == options_ && done.input == key_of(file.input) &&
           stamp_of(file.input) == done.input_stamp && stamp_of(file.output) == done.output_stamp;
}

namespace {

constexpr std::string_view seal = R"(,"check":")", seal_end = R"("})";

std::string check_of(std::string_view line) {
    Hash hash;
    hash.add(line);
    return hash.text();
}

}  // namespace

std::string sealed(std::string line) {
    const std::string check = check_of(line);
    line.pop_back();
    return line.append(seal).append(check).append(seal_end);
}

bool is_as_sealed(const std::string& line) {
    const std::size_t at = line.rfind(seal);
    return at != std::string::npos && line == sealed(line.substr(0, at) + "}");
}

bool Record::covers(const fs::path& output) const {
    const auto stamp = stamp_of(output);
    return begun_ && stamp && stamp->mtime >= *begun_;
}

}  // namespace sluice
