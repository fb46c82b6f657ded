#include "pipeline/batch/joined.hpp"

#include "pipeline/batch/file_stamp.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/core/json_text.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/files/tar.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <deque>
#include <fstream>
#include <memory>
#include <mutex>
#include <system_error>
#include <unordered_map>
#include <utility>

namespace sluice {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

JoinedResult result_in(const std::string& line) {
    const Json object = Json::parse(line);
    const Json& made = object.at("result");
    JoinedResult result{text_in(object, "path").value(), text_in(made, "name").value(), {}};
    if (object.at("row").is_null())
        result.error = object.at("error").get<std::string>();
    else
        result.stamp = {made.at("bytes").get<std::uintmax_t>(), made.at("mtime_ns").get<std::int64_t>()};
    return result;
}

// The stamps of a joined file, as long as its index does not change.
struct Stamps {
    fs::path joined;
    FileStamp index;
    std::unordered_map<std::string, FileStamp> by_name;
};

std::shared_ptr<const Stamps> stamps_in(const fs::path& joined) {
    constexpr std::size_t most_kept = 8;
    static std::mutex mutex;
    static std::deque<std::shared_ptr<const Stamps>> kept;
    const auto index = stamp_of(index_of(joined));
    if (!index) return nullptr;
    const std::lock_guard lock(mutex);
    for (const auto& stamps : kept)
        if (stamps->joined == joined && stamps->index == *index) return stamps;
    auto stamps = std::make_shared<Stamps>(Stamps{joined, *index, {}});
    for (JoinedResult& result : joined_results(joined))
        if (result.stamp) stamps->by_name.emplace(std::move(result.name), *result.stamp);
    kept.push_front(stamps);
    if (kept.size() > most_kept) kept.pop_back();
    return stamps;
}

}  // namespace

fs::path index_of(const fs::path& joined) { return fs::path(joined).replace_extension(".jsonl"); }

std::string index_text(const fs::path& joined, const std::vector<JoinedResult>& results) {
    std::string text;
    std::size_t rows = 0;
    for (const JoinedResult& result : results) {
        Json line = Json::object();
        put_text(line, "file", joined.filename().string());
        line["row"] = result.stamp ? Json(rows++) : Json();
        put_text(line, "path", result.input);
        if (!result.stamp) line["error"] = result.error;
        put_text(line["result"], "name", result.name);
        if (result.stamp) {
            line["result"]["bytes"] = result.stamp->bytes;
            line["result"]["mtime_ns"] = result.stamp->mtime;
        }
        text += json_text(line) + "\n";
    }
    return text;
}

std::vector<JoinedResult> joined_results(const fs::path& joined) {
    const fs::path index = index_of(joined);
    std::ifstream file(index, std::ios::binary);
    const auto refuse = [&](const std::string& why) {
        throw Error(
            Error::Kind::input, index.string(),
            "the index of " + in_quotes(joined.string()) + " " + why + "; remove both to make them again");
    };
    if (!file) refuse("cannot be read");
    std::vector<JoinedResult> results;
    try {
        for (std::string line; std::getline(file, line);) results.push_back(result_in(line));
    } catch (const std::exception&) {
        refuse("is damaged in line " + std::to_string(results.size() + 1));
    }
    return results;
}

std::optional<fs::path> finished_around(const fs::path& output) {
    std::error_code fault;
    for (fs::path at = output.parent_path(); !at.empty() && at != at.parent_path(); at = at.parent_path()) {
        const fs::file_status there = fs::status(at, fault);
        if (fs::is_directory(there)) return std::nullopt;
        if (!fs::is_regular_file(there)) continue;  // or it is below one
        if (is_tar_name(at.native()) || fs::exists(index_of(at), fault)) return at;
        return std::nullopt;
    }
    return std::nullopt;
}

std::optional<FileStamp> joined_stamp(const fs::path& output) {
    const auto joined = finished_around(output);
    if (!joined || is_tar_name(joined->native())) return std::nullopt;
    try {
        const auto stamps = stamps_in(*joined);
        if (stamps == nullptr) return std::nullopt;
        const auto found = stamps->by_name.find(output.native().substr(joined->native().size() + 1));
        return found == stamps->by_name.end() ? std::nullopt : std::optional(found->second);
    } catch (const Error&) {
        return std::nullopt;
    }
}

}  // namespace sluice
