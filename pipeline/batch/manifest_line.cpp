#include "pipeline/batch/manifest_line.hpp"

#include "pipeline/core/base64.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/core/hash.hpp"
#include "pipeline/core/json_text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <limits>
#include <system_error>
#include <utility>

namespace sluice {
namespace {

namespace fs = std::filesystem;

// Takes the members that count from a line without making a document of it: a manifest may have a million
// lines.
class LineReader : public nlohmann::json_sax<nlohmann::json> {
public:
    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t number) override {
        if (std::optional<std::int64_t>* signed_member = signed_at()) *signed_member = number;
        return true;
    }
    bool number_unsigned(number_unsigned_t number) override {
        if (std::optional<std::int64_t>* signed_member = signed_at();
            signed_member != nullptr && std::in_range<std::int64_t>(number))
            *signed_member = static_cast<std::int64_t>(number);
        if (std::optional<std::uint64_t>* member = unsigned_at()) *member = number;
        return true;
    }
    bool number_float(number_float_t, const string_t&) override { return true; }
    bool string(string_t& text) override {
        if (depth_ == 1 && is(0, "path"))
            line.path = std::move(text);
        else if (depth_ == 1 && is(0, "output"))
            line.output = std::move(text);
        else if (depth_ == 1 && is(0, "status"))
            line.status = std::move(text);
        else if (depth_ == 1 && is(0, "path_bytes") && !line.path)
            line.path = from_base64(text);
        else if (depth_ == 1 && is(0, "output_bytes") && !line.output)
            line.output = from_base64(text);
        else if (depth_ == 2 && is(0, "resume") && is(1, "options"))
            line.options = std::move(text);
        else if (depth_ == 2 && is(0, "resume") && is(1, "also"))
            line.also = std::move(text);
        return true;
    }
    bool binary(binary_t&) override { return true; }
    bool start_object(std::size_t) override { return ++depth_ > 0; }
    bool key(string_t& name) override {
        if (depth_ >= 1 && depth_ <= keys_.size()) std::swap(keys_[depth_ - 1], name);
        return true;
    }
    bool end_object() override { return --depth_ + 1 > 0; }
    // What is in a list is nothing that counts.
    bool start_array(std::size_t) override { return (depth_ += in_list) > 0; }
    bool end_array() override { return (depth_ -= in_list) + 1 > 0; }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
        return false;
    }

    void finish() {
        if (input_.bytes && input_.mtime) line.input_stamp = {*input_.bytes, *input_.mtime};
        if (output_.bytes && output_.mtime) line.output_stamp = {*output_.bytes, *output_.mtime};
        if (index_ && count_ && files_ && *index_ < *count_) line.shard = {{*index_, *count_}, *files_};
    }

    ManifestLine line;

private:
    static constexpr std::size_t in_list = 100;
    struct Stamp {
        std::optional<std::uint64_t> bytes;
        std::optional<std::int64_t> mtime;
    };

    bool is(std::size_t level, std::string_view name) const { return keys_[level] == name; }
    Stamp* stamp() {
        if (depth_ != 3 || !is(0, "resume")) return nullptr;
        return is(1, "input") ? &input_ : is(1, "output") ? &output_ : nullptr;
    }
    std::optional<std::int64_t>* signed_at() {
        if (depth_ == 2 && is(0, "resume") && is(1, "begun_ns")) return &line.begun;
        Stamp* of = stamp();
        return of != nullptr && is(2, "mtime_ns") ? &of->mtime : nullptr;
    }
    std::optional<std::uint64_t>* unsigned_at() {
        if (depth_ == 2 && is(0, "shard"))
            return is(1, "index") ? &index_ : is(1, "count") ? &count_ : is(1, "files") ? &files_ : nullptr;
        Stamp* of = stamp();
        return of != nullptr && is(2, "bytes") ? &of->bytes : nullptr;
    }

    std::size_t depth_ = 0;
    std::array<std::string, 3> keys_;
    Stamp input_, output_;
    std::optional<std::uint64_t> index_, count_, files_;
};

constexpr std::string_view seal = R"(,"check":")", seal_end = R"("})";
constexpr std::size_t digits_of_check = 16;

// Of the line whose last brace is left out.
std::string check_of(std::string_view unclosed) {
    const std::uint64_t length = fnv1a(std::to_string(unclosed.size() + 1) + ":");
    return hash_text(fnv1a("}", fnv1a(unclosed, length)));
}

// What a line looks like that a kill, a full disk or a power failure cut off.
bool is_beginning_of_line(std::string_view text) {
    for (const std::string_view start : {R"({"path)", R"({"shard)"})
        if (start.starts_with(text.substr(0, start.size()))) return true;
    return std::all_of(text.begin(), text.end(), [](char c) { return c == '\0'; });
}

Error unreadable(const fs::path& manifest, const std::string& why) {
    return {Error::Kind::input, manifest.string(), "the manifest cannot be read" + why};
}

std::ifstream opened_manifest(const fs::path& manifest) {
    std::ifstream file(manifest, std::ios::binary);
    if (!file) throw unreadable(manifest, std::string(": ") + std::strerror(errno));
    return file;
}

}  // namespace

std::optional<ManifestLine> read_manifest_line(std::string_view line) {
    LineReader reader;
    if (!nlohmann::json::sax_parse(line.begin(), line.end(), &reader)) return std::nullopt;
    reader.finish();
    if (!reader.line.is_file() && !reader.line.shard) return std::nullopt;
    reader.line.intact = is_as_sealed(line);
    return std::move(reader.line);
}

std::string shard_line(const ShardLine& shard, const std::string& options, std::int64_t begun) {
    const nlohmann::ordered_json line = {
        {"shard", {{"index", shard.shard.index}, {"count", shard.shard.count}, {"files", shard.files}}},
        {"resume", {{"begun_ns", begun}, {"options", options}}}};
    return sealed(json_text(line)) + "\n";
}

std::uintmax_t for_each_line(
    const fs::path& manifest, const Wording& who_needs,
    const std::function<void(std::string_view, const ManifestLine&, std::uintmax_t)>& take) {
    std::error_code fault;
    if (fs::exists(manifest, fault) && !fs::is_regular_file(manifest, fault))
        throw Error(Error::Kind::usage, manifest.string(), "is not a file; " + who_needs);
    std::ifstream file = opened_manifest(manifest);
    std::uintmax_t bytes = 0;
    std::size_t lines = 0;
    const auto refuse = [&] {
        throw Error(Error::Kind::usage, manifest.string(),
                    "line " + std::to_string(lines + 1) + " is not a line of a manifest; " + who_needs);
    };
    for (std::string text; std::getline(file, text);) {
        if (file.eof()) {
            if (!is_beginning_of_line(text)) refuse();
            break;
        }
        const auto line = read_manifest_line(text);
        if (!line) refuse();
        take(text, *line, bytes);
        bytes += text.size() + 1;
        ++lines;
    }
    if (file.bad()) throw unreadable(manifest, " completely");
    return bytes;
}

std::string line_at(const fs::path& manifest, std::uintmax_t offset) {
    std::ifstream file = opened_manifest(manifest);
    file.seekg(static_cast<std::streamoff>(offset));
    std::string line;
    if (!std::getline(file, line) || file.eof()) throw unreadable(manifest, ": it has become shorter");
    return line + "\n";
}

std::string sealed(std::string line) {
    line.pop_back();
    const std::string check = check_of(line);
    return line.append(seal).append(check).append(seal_end);
}

bool is_as_sealed(std::string_view line) {
    constexpr std::size_t tail = seal.size() + digits_of_check + seal_end.size();
    if (line.size() < tail || !line.ends_with(seal_end)) return false;
    const std::string_view unclosed = line.substr(0, line.size() - tail);
    const std::string_view end = line.substr(unclosed.size());
    return end.starts_with(seal) && end.substr(seal.size(), digits_of_check) == check_of(unclosed);
}

std::string begun_at(std::string_view line, std::int64_t begun) {
    constexpr std::string_view name = R"("resume":{"begun_ns":)";
    constexpr std::size_t tail = seal.size() + digits_of_check + seal_end.size();
    std::string text(line.substr(0, line.size() - tail));
    text += '}';
    // No text of a line holds a bare quotation mark.
    const std::size_t at = text.rfind(name) + name.size();
    return sealed(text.replace(at, text.find(',', at) - at, std::to_string(begun)));
}

}  // namespace sluice
