#include "io/codecs.hpp"

#include "io/codecs_table.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/text.hpp"

#include <algorithm>
#include <set>

namespace sluice {
namespace {

// Values without a magic number are plausible in other files too.
bool comes_first(const Codec& a, const Codec& b) {
    return a.guessed != b.guessed ? b.guessed : a.rank < b.rank;
}

std::vector<Codec> make_codecs() {
    std::vector<Codec> all;
    for (const std::vector<Codec>& folder : codecs_table())
        all.insert(all.end(), folder.begin(), folder.end());
    std::stable_sort(all.begin(), all.end(), comes_first);
    return all;
}

constexpr const char* without_codecs =
    "no files in this program, which is linked with sluice::core; link sluice::sluice";

void append(std::string& list, const std::string& item) { list += (list.empty() ? "" : ", ") + item; }

}  // namespace

const std::vector<Codec>& codecs() {
    static const std::vector<Codec> all = make_codecs();
    return all;
}

const Codec* codec_of_content(Bytes head) {
    for (const Codec& codec : codecs())
        if (codec.probe && codec.probe(head)) return &codec;
    return nullptr;
}

const Codec* codec_of_extension(std::string_view extension) {
    std::string wanted = lower_case(extension);
    if (wanted.starts_with('.')) wanted.erase(0, 1);
    for (const Codec& codec : codecs())
        if (std::find(codec.extensions.begin(), codec.extensions.end(), wanted) != codec.extensions.end())
            return &codec;
    return nullptr;
}

std::string readable_formats() {
    if (codecs().empty()) return without_codecs;
    std::string list;
    for (const Codec& codec : codecs())
        if (codec.reads() && codec.probe) append(list, codec.name);
    return list;
}

std::vector<std::string> written_extensions() {
    std::vector<std::string> extensions;
    for (const Codec& codec : codecs())
        if (codec.writes()) extensions.push_back(codec.extensions.front());
    return extensions;
}

std::string cannot_read(std::string_view extension) {
    const Codec* codec = codec_of_extension(extension);
    std::vector<std::string> all;
    for (const Codec& other : codecs())
        if (other.reads()) all.insert(all.end(), other.extensions.begin(), other.extensions.end());
    if (codec == nullptr)
        return in_quotes(extension) + " is no format that sluice reads" +
               did_you_mean(std::string(extension), all);
    return "sluice cannot read " + codec->name +
           (codec->missing.empty() ? "" : ", for it was built without " + codec->missing);
}

std::vector<std::string> formats_where(bool (*is)(const Codec&)) {
    std::vector<std::string> names;
    for (const Codec& codec : codecs())
        if (is(codec)) names.push_back(codec.name);
    return names;
}

std::vector<int> all_shrinks() {
    std::set<int> all;
    for (const Codec& codec : codecs()) all.insert(codec.shrinks.begin(), codec.shrinks.end());
    return {all.begin(), all.end()};
}

std::string writable_extensions() {
    if (codecs().empty()) return without_codecs;
    std::string list;
    for (const std::string& extension : written_extensions()) append(list, extension);
    return list;
}

}  // namespace sluice
