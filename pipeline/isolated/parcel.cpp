#include "pipeline/isolated/parcel.hpp"

#include <bit>
#include <cmath>

namespace sluice::isolated {
namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 48;  // of an image; below it nothing overflows
constexpr std::uint64_t most_shrink = 1 << 16;

bool is_format(const ImageFormat& format) {
    const double pixels = static_cast<double>(format.width) * static_cast<double>(format.height) *
                          static_cast<double>(format.layers);
    const double most_channels = 4, most_sample = 8, padding = 64;
    return pixels > 0 &&
           most_channels * most_sample *
                   (pixels +
                    padding * static_cast<double>(format.height) * static_cast<double>(format.layers)) <
               static_cast<double>(most_bytes) &&
           format.channels >= 1 && format.channels <= 4 && std::isfinite(format.white) && format.white >= 0 &&
           (format.channels == 2 || !format.grey_alpha) &&
           (format.channels == 3 || format.model == Model::rgb);
}

// Front ends make more of it than of a text.
bool is_option_name(const std::string& name) {
    return name.size() <= 64 && name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_.") == std::string::npos;
}

}  // namespace

void refuse_answer() { throw_input("its decoder sent an invalid message"); }

Packing& Packing::add(std::uint64_t number) {
    append_number(bytes_, number, 8, false);
    return *this;
}
Packing& Packing::add(double number) { return add(std::bit_cast<std::uint64_t>(number)); }
Packing& Packing::add(Bytes bytes) {
    add(std::uint64_t{bytes.size()});
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return *this;
}

namespace {

// How each kind of value is packed.
struct Pack {
    Packing& packing;
    void operator()(std::monostate) {}
    void operator()(bool value) { packing.add(std::uint64_t{value}); }
    void operator()(std::int64_t value) { packing.add(static_cast<std::uint64_t>(value)); }
    void operator()(double value) { packing.add(value); }
    void operator()(const std::string& value) { packing.add(std::string_view(value)); }
    template <class T>
    void operator()(const std::vector<T>& list) {
        packing.add(std::uint64_t{list.size()});
        for (const T& value : list) (*this)(value);
    }
};

}  // namespace

void Packing::add(const Value& value) {
    add(std::uint64_t{value.index()});
    std::visit(Pack{*this}, value);
}
Packing& Packing::add(const Values& values) {
    add(std::uint64_t{values.size()});
    for (const auto& [name, value] : values) {
        add(std::string_view(name));
        add(value);
    }
    return *this;
}

Packing& Packing::add(const ImageFormat& format) {
    add(std::uint64_t{format.width}).add(std::uint64_t{format.height}).add(std::uint64_t{format.layers});
    add(static_cast<std::uint64_t>(format.channels)).add_choice(format.pixel).add_choice(format.space);
    add_choice(format.order).add_choice(format.model).add(format.white);
    add(std::uint64_t{format.grey_alpha}).add(std::uint64_t{format.meant.has_value()});
    if (format.meant) add(format.meant->low).add(format.meant->high);
    add(std::uint64_t{format.profile != nullptr});
    if (format.profile) add(Bytes(format.profile->icc)).add_choice(format.profile->space);
    return *this;
}
Packing& Packing::add(const Shrunk& as) {
    return add(std::uint64_t{as.by}).add(std::uint64_t{as.left}).add(std::uint64_t{as.top});
}
Packing& Packing::add(const ImageHeader& header) {
    add(header.format).add(header.whole).add(std::uint64_t{header.shrink});
    add(std::uint64_t{header.smaller.size()});
    for (const Shrunk& as : header.smaller) add(as);
    return *this;
}
Packing& Packing::add(const Metadata& metadata) {
    add(Bytes(metadata.icc))
        .add_choice(metadata.icc_space)
        .add(Bytes(metadata.exif))
        .add(Bytes(metadata.xmp))
        .add(Bytes(metadata.iptc))
        .add(Bytes(metadata.geo));
    add(std::uint64_t{metadata.texts.size()});
    for (const MetadataText& text : metadata.texts)
        add(std::string_view(text.key)).add(std::string_view(text.text));
    add(metadata.resolution.x).add(metadata.resolution.y).add_choice(metadata.resolution.unit);
    add(Bytes(metadata.png_color))
        .add(std::uint64_t{metadata.altered})
        .add(std::uint64_t{metadata.moved})
        .add(std::uint64_t{metadata.uncarried.size()});
    for (const std::string& what : metadata.uncarried) add(std::string_view(what));
    add(std::uint64_t{metadata.nodata.has_value()}).add(metadata.nodata.value_or(0));
    const Animation& shown = metadata.animation;
    add(std::uint64_t{shown.plays}).add(std::uint64_t{shown.delays.size()});
    for (const std::uint32_t delay : shown.delays) add(std::uint64_t{delay});
    return *this;
}
Packing& Packing::add(const ImageFacts& facts) {
    add(std::string_view(facts.format)).add(facts.bytes).add(facts.image);
    add(static_cast<std::uint64_t>(facts.bits)).add(static_cast<std::uint64_t>(facts.orientation));
    return add(std::uint64_t{facts.pages}).add(facts.metadata);
}
Packing& Packing::add(const ReadMemory& memory) {
    return add(std::uint64_t{memory.image})
        .add(std::uint64_t{memory.beside})
        .add(std::uint64_t{memory.placed});
}
Packing& Packing::add(const RowMemory& memory) {
    return add(std::string_view(memory.refusal)).add(std::uint64_t{memory.bytes});
}

Packing& Packing::add(const Wording& wording) {
    const std::vector<Wording::Part> parts = wording.parts();
    add(std::uint64_t{parts.size()});
    for (const Wording::Part& part : parts) {
        add(std::string_view(part.words)).add(std::uint64_t{part.remedy != nullptr});
        if (part.remedy == nullptr) continue;
        add(std::string_view(part.remedy->parameter)).add(std::string_view(part.remedy->command));
        add(std::uint64_t{part.remedy->value.index()});
        std::visit(Pack{*this}, part.remedy->value);
    }
    return *this;
}

std::uint64_t Unpacking::number() { return number_in(bytes_.take(8), false); }
std::uint64_t Unpacking::number_below(std::uint64_t end) {
    const std::uint64_t found = number();
    if (found >= end) refuse_answer();
    return found;
}
double Unpacking::real() { return std::bit_cast<double>(number()); }
Bytes Unpacking::bytes() { return bytes_.take(number_below(bytes_.left() + 1)); }
std::string Unpacking::text() {
    const Bytes found = bytes();
    return {found.begin(), found.end()};
}
std::size_t Unpacking::count(std::size_t least_bytes_of_each) {
    return number_below(bytes_.left() / least_bytes_of_each + 1);
}
void Unpacking::end() const {
    if (bytes_.left() > 0) refuse_answer();
}

Value Unpacking::value() {
    const auto list = [this](auto item) {
        std::vector<decltype(item())> items(count(8));
        for (auto& one : items) one = item();
        return Value(std::move(items));
    };
    switch (number_below(std::variant_size_v<Value>)) {
        case 0: return flag();
        case 1: return static_cast<std::int64_t>(number());
        case 2: return real();
        case 3: return text();
        case 4: return list([this] { return real(); });
        default: return list([this] { return text(); });
    }
}
Values Unpacking::values() {
    Values values;
    for (std::size_t left = count(16); left > 0; --left) {
        std::string name = text();
        values[std::move(name)] = value();
    }
    return values;
}

ImageFormat Unpacking::format() {
    ImageFormat format;
    format.width = number_below(most_bytes);
    format.height = number_below(most_bytes);
    format.layers = number_below(most_bytes);
    format.channels = static_cast<int>(number_below(5));
    format.pixel = choice<Pixel>();
    format.space = choice<Space>();
    format.order = choice<Order>();
    format.model = choice<Model>();
    format.white = real();
    format.grey_alpha = flag();
    if (flag()) {
        const double low = real();
        format.meant = ValueRange{low, real()};
    }
    if (flag()) {
        const Bytes icc = bytes();
        format.profile =
            std::make_shared<const ColourProfile>(ColourProfile{{icc.begin(), icc.end()}, choice<Space>()});
    }
    if (!is_format(format)) refuse_answer();
    return format;
}
Shrunk Unpacking::shrunk() {
    Shrunk as{number_below(most_shrink)};
    if (as.by < 2) refuse_answer();
    as.left = number_below(as.by);
    as.top = number_below(as.by);
    return as;
}
ImageHeader Unpacking::header() {
    ImageHeader header(format());
    header.whole = format();
    header.shrink = number_below(most_shrink);
    for (std::size_t left = count(24); left > 0; --left) header.smaller.push_back(shrunk());
    return header;
}
Metadata Unpacking::metadata() {
    const auto block = [this] {
        const Bytes found = bytes();
        return std::vector<std::uint8_t>(found.begin(), found.end());
    };
    Metadata metadata;
    metadata.icc = block();
    metadata.icc_space = choice<Space>();
    metadata.exif = block();
    metadata.xmp = block();
    metadata.iptc = block();
    metadata.geo = block();
    for (std::size_t left = count(2 * sizeof(std::uint64_t)); left > 0; --left) {
        std::string key = text();
        metadata.texts.push_back({std::move(key), text()});
    }
    metadata.resolution.x = real();
    metadata.resolution.y = real();
    metadata.resolution.unit = choice<Resolution::Unit>(4);
    metadata.png_color = block();
    metadata.altered = flag();
    metadata.moved = flag();
    constexpr std::uint64_t most = 64;
    for (std::uint64_t left = number_below(most); left > 0; --left) metadata.uncarried.push_back(text());
    const bool has_nodata = flag();
    if (const double value = real(); has_nodata) metadata.nodata = value;
    constexpr std::uint64_t most_number = std::uint64_t{1} << 32;
    metadata.animation.plays = static_cast<std::uint32_t>(number_below(most_number));
    for (std::size_t left = count(sizeof(std::uint64_t)); left > 0; --left)
        metadata.animation.delays.push_back(static_cast<std::uint32_t>(number_below(most_number)));
    const Resolution& on_paper = metadata.resolution;
    if (!(on_paper.x >= 0 && on_paper.y >= 0) || !std::isfinite(on_paper.x) || !std::isfinite(on_paper.y))
        refuse_answer();
    return metadata;
}
ImageFacts Unpacking::facts() {
    constexpr std::uint64_t most_bits = 65, most_orientation = 9, most_pages = std::uint64_t{1} << 32;
    ImageFacts facts;
    facts.format = text();
    facts.bytes = number_below(most_bytes);
    facts.image = format();
    facts.bits = static_cast<int>(number_below(most_bits));
    facts.orientation = static_cast<int>(number_below(most_orientation));
    facts.pages = number_below(most_pages);
    facts.metadata = metadata();
    return facts;
}
ReadMemory Unpacking::read_memory() {
    ReadMemory memory;
    memory.image = number_below(most_bytes);
    memory.beside = number_below(most_bytes);
    memory.placed = flag();
    return memory;
}
RowMemory Unpacking::row_memory() {
    std::string refusal = text();
    return {std::move(refusal), number_below(most_bytes)};
}

Remedy Unpacking::remedy() {
    const auto name = [this] {
        std::string name = text();
        if (!is_option_name(name)) refuse_answer();
        return name;
    };
    Remedy remedy;
    remedy.parameter = name();
    remedy.command = name();
    switch (number_below(std::variant_size_v<decltype(remedy.value)>)) {
        case 0: break;
        case 1: remedy.value = flag(); break;
        case 2: remedy.value = static_cast<std::int64_t>(number()); break;
        case 3: remedy.value = real(); break;
        default: remedy.value = text();
    }
    return remedy;
}
Wording Unpacking::wording() {
    constexpr std::uint64_t most = 64;
    Wording wording;
    for (std::uint64_t left = number_below(most); left > 0; --left) {
        wording += text();
        if (flag()) wording += remedy();
    }
    return wording;
}

}  // namespace sluice::isolated
