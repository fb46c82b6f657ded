#include "io/codecs.hpp"

#include "pipeline/core/text.hpp"

#include <algorithm>

namespace sluice {
namespace {

std::vector<Codec> make_codecs() {
    std::vector<Codec> all{png_codec(), jpeg_codec(), bmp_codec(), gif_codec(), psd_codec(), hdr_codec()};
    for (Codec& codec : pnm_codecs()) all.push_back(std::move(codec));
    all.push_back(pfm_codec());
    all.push_back(tiff_codec());
    all.push_back(npy_codec());
    all.push_back(tga_codec());  // last: it has no magic number, only plausible values
    return all;
}

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

std::string writable_extensions() {
    std::string list;
    for (const std::string& extension : written_extensions()) append(list, extension);
    return list;
}

}  // namespace sluice
