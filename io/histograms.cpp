#include "io/histograms.hpp"

#include "pipeline/core/error.hpp"
#include "pipeline/files/input.hpp"

#include <nlohmann/json.hpp>

namespace sluice {
namespace {

using Json = nlohmann::json;

constexpr std::size_t most_bytes = std::size_t{1} << 28;

[[noreturn]] void fail(const std::string& what) { throw Error(Error::Kind::input, "", what); }

const Json& statistics_of(const Json& all) {
    if (all.contains("dataset")) return all.at("dataset").at("statistics");
    const Json& files = all.at("files");
    if (files.size() != 1)
        fail("has histograms of " + std::to_string(files.size()) +
             " pictures and none of all together: sluice stats --dataset adds them");
    return files[0].at("statistics");
}

void take_pixel(Histograms& histograms, const Json& all) {
    for (const Json& picture : all.at("files")) {
        if (!picture.at("error").is_null()) continue;
        const auto pixel = picture.at("pixel").get<std::string>();
        const auto white = picture.at("white").get<double>();
        if (!histograms.pixel.empty() && (pixel != histograms.pixel || white != histograms.white))
            fail("is of pictures of several pixel types, whose values have no histogram in common");
        histograms.pixel = pixel;
        histograms.white = white;
    }
    if (histograms.pixel.empty()) fail("has the statistics of no picture");
}

}  // namespace

Histograms parse_histograms(std::string_view text) {
    Histograms histograms;
    try {
        const Json all = Json::parse(text);
        take_pixel(histograms, all);
        for (const Json& group : statistics_of(all)) {
            const auto name = group.at("name").get<std::string>();
            if (name == "A") continue;
            if (!group.contains("histogram") || group.at("histogram").is_null())
                fail("has no histogram of " + name + ": sluice stats --histogram counts one");
            histograms.groups.push_back({name, group.at("histogram").get<std::vector<std::uint64_t>>()});
        }
    } catch (const Json::exception&) {
        fail("is not what 'sluice stats --histogram --json FILE' writes");
    }
    if (histograms.groups.empty()) fail("has the histogram of no channel");
    for (const Histograms::Group& group : histograms.groups)
        if (group.counts.size() != histograms.groups[0].counts.size())
            fail("has histograms of different lengths");
    return histograms;
}

Histograms read_histograms(const std::string& path) {
    try {
        Input input(path);
        const Bytes bytes = input.all(most_bytes);
        return parse_histograms({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    } catch (const Error& e) {
        throw Error(Error::Kind::input, input_name(path), e.message());
    }
}

}  // namespace sluice
