// Which metadata goes into files: each cell of the table of formats and kinds, by writing and reading.
#include "io/codecs.hpp"
#include "io/exif/exif.hpp"
#include "io/exif/fields.hpp"
#include "io/exif/position.hpp"
#include "io/formats_table.hpp"
#include "io/kinds.hpp"
#include "io/resolution.hpp"
#include "io/save_format.hpp"
#include "io/texts.hpp"
#include "io/write.hpp"
#include "tests/io/known_image.hpp"
#include "tests/io/png/parts.hpp"

#ifdef SLUICE_TEST_LCMS
#include "tests/profiles.hpp"
#endif

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

using namespace sluice;
using Block = std::vector<std::uint8_t>;
using Kind = MetadataKind;

namespace {

Block bytes_of_text(const std::string& text) { return {text.begin(), text.end()}; }

// A block with these fields, of bytes that outlive the call.
class BlockMaker {
public:
    void image(std::uint16_t tag, std::uint16_t type, const std::string& data) {
        fields_.image.push_back({tag, type, kept(data)});
    }
    void gps(std::uint16_t tag, std::uint16_t type, const std::string& data) {
        fields_.gps.push_back({tag, type, kept(data)});
    }
    Block made() const { return exif_block(fields_); }

private:
    Bytes kept(const std::string& data) {
        fields_.bytes.emplace_back(data.begin(), data.end());
        return fields_.bytes.back();
    }
    ExifFields fields_;
};

constexpr std::uint16_t artist = 0x013B;

Block some_exif() {
    BlockMaker block;
    block.image(artist, 2, std::string("Ada Lovelace\0", 13));
    block.gps(1, 2, std::string("N\0", 2));
    block.gps(2, 5, std::string("\x33\0\0\0\1\0\0\0\7\0\0\0\1\0\0\0\5\0\0\0\1\0\0\0", 24));
    return block.made();
}

const std::string some_xmp =
    "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF><rdf:Description dc:title='Dusk' "
    "exif:GPSLatitude='51,7.5N' exif:GPSLongitude=\"0,2W\"/><exif:GPSAltitude>12/1</exif:GPSAltitude>"
    "</rdf:RDF></x:xmpmeta>";

Block some_geo() {
    BlockMaker block;
    block.image(33550, 12, std::string(24, '\1'));
    block.image(34735, 3, std::string("\1\0\1\0\0\0\0\0", 8));
    block.image(34737, 2, std::string("WGS 84|\0", 8));
    return block.made();
}

Block some_icc() {
#ifdef SLUICE_TEST_LCMS
    return profiles::wide(2.2);
#else
    return {};
#endif
}

Metadata with(Kind kind) {
    Metadata metadata;
    switch (kind) {
        case Kind::icc: metadata.icc = some_icc(); break;
        case Kind::exif: metadata.exif = some_exif(); break;
        case Kind::xmp: metadata.xmp = bytes_of_text(some_xmp); break;
        case Kind::iptc:
            metadata.iptc = bytes_of_text("\x1C\x02\x78" + std::string("\0\3", 2) + "abc");
            break;
        case Kind::text: metadata.texts = {{"Description", "B\xC3\xA4ume"}}; break;
        case Kind::geo: metadata.geo = some_geo(); break;
        case Kind::dpi: metadata.resolution = {300, 300, Resolution::Unit::inch}; break;
    }
    return metadata;
}

// An image as this codec writes it.
HostImage image_for(const Codec& codec) {
    for (const int channels : {3, 4, 1})
        for (const Pixel pixel : {Pixel::u8, Pixel::f32}) {
            ImageFormat format{8, 8, channels, pixel};
            try {
                return HostImage(writable(codec.extensions.front(), format));
            } catch (const Error&) {  // another one
            }
        }
    FAIL("nothing can be written as " << codec.name);
    return {};
}

struct Kept {
    Metadata found;
    std::vector<std::string> warnings;
};

Kept through(const Codec& codec, const Metadata& metadata, const Keep& keep = {}) {
    Kept kept;
    const auto warn = [&](const std::string& text) { kept.warnings.push_back(text); };
    const std::string& extension = codec.extensions.front();
    const Values lossless = extension == "jxl" ? Values{{"lossless", true}} : Values{};
    const auto file = encode(extension, image_for(codec).view(), metadata, lossless, warn, keep);
    kept.found = read(file, "test." + extension).metadata;
    return kept;
}

bool says(const Block& block, const std::string& text) {
    return std::search(block.begin(), block.end(), text.begin(), text.end()) != block.end();
}

void check_same(Kind kind, const Metadata& found, const Metadata& given) {
    switch (kind) {
        case Kind::icc: CHECK(found.icc == given.icc); break;
        case Kind::exif:
            CHECK(says(found.exif, "Ada Lovelace"));
            CHECK(has_position(found.exif, {}));
            break;
        case Kind::xmp: CHECK(found.xmp == given.xmp); break;
        case Kind::iptc: CHECK(found.iptc == given.iptc); break;
        case Kind::text:
            for (const MetadataText& text : found.texts)
                CHECK(std::any_of(given.texts.begin(), given.texts.end(),
                                  [&](const MetadataText& other) { return other.text == text.text; }));
            break;
        case Kind::geo: CHECK(found.geo == given.geo); break;
        case Kind::dpi:
            CHECK(std::fabs(in_unit(found.resolution, Resolution::Unit::inch).x - 300) < 0.5);
            break;
    }
}

}  // namespace

TEST_CASE("each format keeps the kinds of metadata that it declares, and says which it loses") {
    for (const Codec& codec : codecs()) {
        if (!codec.writes() || !codec.reads() || codec.told_by_name) continue;
        CAPTURE(codec.name);
        for (const Kind kind : MetadataKinds::all().list()) {
            const Metadata given = with(kind);
            if (given.empty()) continue;
            CAPTURE(name(kind));
            const bool written = codec.holds.metadata.has(kind);
            CHECK((!written || codec.reads_kinds.has(kind)));
            const Kept kept = through(codec, given);
            const bool bends = kind == Kind::icc && !is_integer(image_for(codec).format().pixel);
            if (bends) continue;  // a profile for other values
            const bool grey = kind == Kind::icc && image_for(codec).format().colors() == 1;
            if (grey) continue;
            CHECK(kinds_of(kept.found).has(kind) == written);
            if (written) check_same(kind, kept.found, given);
            CHECK(kept.warnings.empty() == written);
            // What is left out on purpose is no loss.
            Keep without;
            without.kinds.remove(kind);
            const Kept left = through(codec, given, without);
            CHECK(!kinds_of(left.found).has(kind));
            if (kind != Kind::icc) CHECK(left.warnings.empty());
        }
    }
}

TEST_CASE("of a file with a gain map, the base image is read, with a warning, whatever its format") {
    Metadata metadata;
    metadata.xmp = bytes_of_text(
        "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF><rdf:Description "
        "hdrgm:Version='1.0'/></rdf:RDF></x:xmpmeta>");
    std::size_t tried = 0;
    for (const Codec& codec : codecs()) {
        if (!codec.writes() || !codec.reads() || !codec.holds.metadata.has(Kind::xmp)) continue;
        CAPTURE(codec.name);
        const auto file = encode(codec.extensions.front(), image_for(codec).view(), metadata);
        std::vector<std::string> said;
        const HostImage image = read(file, "x", {}, [&](const std::string& text) { said.push_back(text); });
        CHECK(said ==
              std::vector<std::string>{"its gain map is ignored: the image is read as it looks without HDR"});
        const std::vector<std::uint8_t>& xmp = image.metadata.xmp;
        CHECK(says(xmp, "rdf:Description"));
        CHECK(!says(xmp, "hdrgm:Version"));
        ++tried;
    }
    CHECK(tried >= 3);
}

TEST_CASE("the position alone leaves EXIF and XMP of every format") {
    Keep keep;
    keep.gps = false;
    for (const Codec& codec : codecs()) {
        if (!codec.writes()) continue;
        CAPTURE(codec.name);
        if (codec.holds.metadata.has(Kind::exif)) {
            const Kept kept = through(codec, with(Kind::exif), keep);
            CHECK(says(kept.found.exif, "Ada Lovelace"));
            CHECK(!has_position(kept.found.exif, {}));
            CHECK(!says(kept.found.exif, std::string("\x33\0\0\0\1", 5)));
        }
        if (codec.holds.metadata.has(Kind::xmp)) {
            const Kept kept = through(codec, with(Kind::xmp), keep);
            CHECK(says(kept.found.xmp, "dc:title='Dusk'"));
            CHECK(!says(kept.found.xmp, "GPS"));
        }
    }
}

TEST_CASE("without its resolution, EXIF says no resolution either, and all else") {
    BlockMaker block;
    const std::string fraction("\x2C\1\0\0\1\0\0\0", 8);
    block.image(0x011A, 5, fraction);
    block.image(0x011B, 5, fraction);
    block.image(0x0128, 3, std::string("\2\0", 2));
    block.image(artist, 2, std::string("Ada Lovelace\0", 13));
    Metadata metadata;
    metadata.exif = block.made();
    metadata.resolution = exif_resolution(metadata.exif);
    REQUIRE(metadata.resolution.x == 300);
    Keep keep;
    keep.kinds.remove(Kind::dpi);
    const Metadata found = kept(metadata, keep, [](const Wording&) {});
    CHECK(exif_resolution(found.exif).empty());
    CHECK(found.resolution.empty());
    const ExifFields fields = exif_fields(found.exif, 8);
    CHECK(!fields.damaged);
    REQUIRE(fields.image.size() == 1);
    CHECK(fields.image[0].tag == artist);
    CHECK(says(found.exif, "Ada Lovelace"));
    for (std::size_t size = 0; size < metadata.exif.size(); ++size) {
        Metadata cut = metadata;
        cut.exif.resize(size);
        CHECK(kept(cut, keep, [](const Wording&) {}).exif.size() == size);
    }
}

TEST_CASE("a list of kinds says what is kept") {
    const auto kinds = [](const std::vector<std::string>& words) { return keep_of(words).kinds; };
    CHECK(kinds({"all"}) == MetadataKinds::all());
    CHECK(kinds({"none"}).empty());
    CHECK(kinds({"icc", "exif"}) == MetadataKinds{Kind::icc, Kind::exif});
    CHECK(kinds({"all", "-exif"}).list().size() == MetadataKinds::all().list().size() - 1);
    CHECK(kinds({"-exif"}) == kinds({"all", "-exif"}));
    CHECK(kinds({"icc", "exif", "-exif"}) == MetadataKinds{Kind::icc});
    CHECK(keep_of({"-gps"}) == keep_of({"all", "-gps"}));
    CHECK(keep_of({"-gps"}).others);
    CHECK(!keep_of({"-gps"}).gps);
    CHECK(keep_of({"exif"}).gps);
    CHECK(!keep_of({"exif"}).others);
    CHECK(keep_of({"all"}) == Keep{});
    CHECK_THROWS_AS(keep_of({"none", "icc"}), Error);
}

TEST_CASE("a position is found in damaged EXIF and XMP data, or they go as a whole") {
    const Block whole = some_exif();
    std::mt19937 random(3);
    const auto check = [](Block block) {
        const bool sound = remove_position_of_exif(block);
        CHECK(sound == !block.empty());
        CHECK(!has_position(block, {}));
    };
    for (std::size_t size = 8; size < whole.size(); ++size)
        check(Block(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)));
    for (int i = 0; i < 3000; ++i) {
        Block changed = whole;
        for (int n = 0; n < 2; ++n) changed[random() % changed.size()] = static_cast<std::uint8_t>(random());
        check(changed);
    }

    const auto removed = [](const std::string& text) {
        Block xmp = bytes_of_text(text);
        const bool sound = remove_position_of_xmp(xmp);
        CHECK(sound == !xmp.empty());
        return std::string(xmp.begin(), xmp.end());
    };
    CHECK(removed("<a exif:GPSLatitude = '5' b='c'/>") == "<a  b='c'/>");
    CHECK(removed("<a><exif:GPSLatitude>5</exif:GPSLatitude><b/></a>") == "<a><b/></a>");
    CHECK(removed("<a><exif:GPSLatitude r='x'/><b/></a>") == "<a><b/></a>");
    CHECK(removed("<a b='c'/>") == "<a b='c'/>");
    for (const std::string broken : {"<a exif:GPSLatitude='5", "<exif:GPSLatitude>5", "<a exif:GPSLatitude",
                                     ":GPS", "<x:GPS", "GPSLatitude"})
        CHECK(removed(broken).empty());
    std::string many;
    for (int i = 0; i < 100000; ++i) many += "<x:GPS/>";
    CHECK(removed(many).empty());
    CHECK(removed(std::string("<\0a\0/\0>\0", 8)).empty());
}

TEST_CASE("texts of PNGs are read in each of their ways, and what is damaged does no harm") {
    const std::string plain = [] {
        const auto file = encode("png", HostImage(ImageFormat{2, 2, 1}).view());
        return std::string(file.begin(), file.end());
    }();
    std::vector<std::string> warnings;
    const auto texts = [&](const std::string& kind, const std::string& data) {
        warnings.clear();
        return read(as_bytes(known::with_chunk(plain, kind, data)), "test", {},
                    [&](const std::string& text) { warnings.push_back(text); })
            .metadata.texts;
    };
    using Texts = std::vector<MetadataText>;
    CHECK(texts("tEXt", std::string("Title\0D\xFCne", 10)) == Texts{{"Title", "D\xC3\xBCne"}});
    CHECK(texts("iTXt", std::string("Title\0\0\0de\0Titel\0D\xC3\xBCne", 22)) ==
          Texts{{"Title", "D\xC3\xBCne"}});
    CHECK(warnings.empty());
    for (const auto& [kind, data] :
         std::vector<std::pair<std::string, std::string>>{{"tEXt", "Title"},
                                                          {"tEXt", std::string("\0x", 2)},
                                                          {"zTXt", std::string("Title\0\0broken", 13)},
                                                          {"zTXt", std::string("Title\0\1x", 8)},
                                                          {"iTXt", std::string("Title\0\0", 7)},
                                                          {"iTXt", std::string("Title\0\0\0de", 10)}}) {
        CHECK(texts(kind, data).empty());
        CHECK(warnings.size() == 1);
    }
}

TEST_CASE("a packed text that unpacks to more than there may be is left out") {
    HostImage image(ImageFormat{2, 2, 1});
    Metadata metadata;
    metadata.texts = {{"Title", std::string(std::size_t{4} << 20, 'a')}, {"Author", "Ada"}};
    std::string key("Title\0\0", 7);
    const auto once = encode("png", image.view(), metadata);
    const Metadata found = read(once, "test").metadata;
    CHECK(found.texts == metadata.texts);
    metadata.texts.assign(3, {"Title", std::string(std::size_t{4} << 20, 'a')});
    std::vector<std::string> warnings;
    const auto thrice = encode("png", image.view(), metadata);
    const Metadata some =
        read(thrice, "test", {}, [&](const std::string& text) { warnings.push_back(text); }).metadata;
    CHECK(some.texts.size() < 3);
    CHECK(warnings ==
          std::vector<std::string>{"some of its texts are left out: they are broken or too long"});
}

TEST_CASE("a format with one text gets the comment or the description, and the others are said to be lost") {
    std::vector<std::string> warnings;
    const auto warn = [&](const std::string& text) { warnings.push_back(text); };
    const std::vector<MetadataText> some{{"Title", "a"}, {"Description", "b"}, {"Author", "c"}};
    using Texts = std::vector<MetadataText>;
    CHECK(texts_with_key(some, "Comment", "JPEG", warn) == Texts{{"Comment", "b"}});
    CHECK(warnings == std::vector<std::string>{
                          "it loses texts (Title, Author): JPEG holds a comment alone; .png holds all"});
    warnings.clear();
    CHECK(texts_with_key({{"Comment", "a"}}, "Description", "TIFF", warn) == Texts{{"Description", "a"}});
    CHECK(texts_with_key(some, "", "PNG", warn) == some);
    CHECK(warnings.empty());
}

TEST_CASE("the table of formats has a row for each, and a cell for each kind") {
    const std::string table = formats_markdown();
    for (const Codec& codec : codecs()) CHECK(table.find("| " + codec.name + " |") != std::string::npos);
    for (const std::string_view kind : names_of<MetadataKind>)
        CHECK(table.find(" " + std::string(kind) + " |") != std::string::npos);
    CHECK(formats_text().find("description") != std::string::npos);
}
