#include "apps/child/report_parcel.hpp"

#include "pipeline/batch/glimpse.hpp"
#include "pipeline/files/bytes.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

namespace sluice::apps {
namespace {

using isolated::Packing;
using isolated::Unpacking;

// --- each type, there and back -------------------------------------------------------------------------

void put(Packing& to, const ImageFormat& format) { to.add(format); }
void put(Packing& to, const FileStamp& stamp) {
    to.add(std::uint64_t{stamp.bytes}).add(static_cast<std::uint64_t>(stamp.mtime));
}
void put(Packing& to, const Tiles::Rect& rect) {
    for (const std::size_t side : {rect.x, rect.y, rect.width, rect.height}) to.add(std::uint64_t{side});
}
void put(Packing& to, const Tiles& tiles) {
    to.add(std::uint64_t{tiles.across}).add(std::uint64_t{tiles.down});
    put(to, tiles.area);
    put(to, tiles.part);
}
template <class T>
void put(Packing& to, const std::optional<T>& value) {
    to.add(std::uint64_t{value.has_value()});
    if (value) put(to, *value);
}

void take(Unpacking& from, ImageFormat& format) { format = from.format(); }
void take(Unpacking& from, FileStamp& stamp) {
    stamp.bytes = from.number();
    stamp.mtime = static_cast<std::int64_t>(from.number());
}
void take(Unpacking& from, Tiles::Rect& rect) {
    for (std::size_t* side : {&rect.x, &rect.y, &rect.width, &rect.height}) *side = from.number();
}
void take(Unpacking& from, Tiles& tiles) {
    tiles.across = from.number();
    tiles.down = from.number();
    take(from, tiles.area);
    take(from, tiles.part);
}
template <class T>
void take(Unpacking& from, std::optional<T>& value) {
    if (from.flag()) take(from, value.emplace());
}

void put(Packing& to, const Table& table) {
    const TableLayout& layout = table.layout();
    to.add(std::uint64_t{layout.rows});
    put(to, layout.tiles);
    pack(to, layout.channels);
    to.add(std::uint64_t{layout.fields.size()});
    for (const Field& field : layout.fields)
        to.add(std::string_view(field.name))
            .add_choice(field.type)
            .add(std::uint64_t{field.per_channel})
            .add(std::uint64_t{field.count});
    to.add(std::uint64_t{layout.pairs}).add(std::uint64_t{layout.list});
    to.add(Bytes(reinterpret_cast<const std::uint8_t*>(table.data()), layout.bytes()));
}

Table taken_table(Unpacking& from) {
    TableLayout layout;
    layout.rows = from.number();
    take(from, layout.tiles);
    layout.channels = unpack_texts(from);
    layout.fields.resize(from.number());
    for (Field& field : layout.fields) {
        field.name = from.text();
        field.type = from.choice<FieldType>();
        field.per_channel = from.flag();
        field.count = from.number();
    }
    layout.pairs = from.flag();
    layout.list = from.flag();
    Table table(std::move(layout));
    const Bytes bytes = from.bytes();
    std::memcpy(table.data(), bytes.data(), bytes.size());
    return table;
}

void put(Packing& to, const std::shared_ptr<const Glimpse>& glimpse) {
    to.add(std::uint64_t{glimpse != nullptr});
    if (!glimpse) return;
    to.add(std::uint64_t{glimpse->width}).add(std::uint64_t{glimpse->height}).add(Bytes(glimpse->jpeg));
    to.add(std::uint64_t{glimpse->histogram.size()});
    for (const Glimpse::Counts& counts : glimpse->histogram)
        for (const std::uint32_t count : counts) to.add(std::uint64_t{count});
    to.add(glimpse->low).add(glimpse->high).add(std::uint64_t{glimpse->every_pixel});
}

std::shared_ptr<const Glimpse> taken_glimpse(Unpacking& from) {
    if (!from.flag()) return nullptr;
    Glimpse glimpse;
    glimpse.width = from.number();
    glimpse.height = from.number();
    const Bytes jpeg = from.bytes();
    glimpse.jpeg.assign(jpeg.begin(), jpeg.end());
    glimpse.histogram.resize(from.number());
    for (Glimpse::Counts& counts : glimpse.histogram)
        for (std::uint32_t& count : counts) count = static_cast<std::uint32_t>(from.number());
    glimpse.low = from.real();
    glimpse.high = from.real();
    glimpse.every_pixel = from.flag();
    return std::make_shared<const Glimpse>(std::move(glimpse));
}

// The members of the seconds, in one order for both ways.
template <class Seconds>
auto members(Seconds& of) {
    return std::array{&of.decode, &of.build, &of.device, &of.encode, &of.total, &of.queued, &of.glimpses};
}

}  // namespace

void pack(Packing& to, const std::vector<std::string>& texts) {
    to.add(std::uint64_t{texts.size()});
    for (const std::string& text : texts) to.add(std::string_view(text));
}
std::vector<std::string> unpack_texts(Unpacking& from) {
    std::vector<std::string> texts(from.number());
    for (std::string& text : texts) text = from.text();
    return texts;
}

void pack(Packing& to, const QueueFill& queues) {
    for (const std::size_t files :
         {queues.decoding, queues.decoded, queues.on_device, queues.processed, queues.encoding})
        to.add(std::uint64_t{files});
}
QueueFill unpack_queues(Unpacking& from) {
    QueueFill queues;
    for (std::size_t* files :
         {&queues.decoding, &queues.decoded, &queues.on_device, &queues.processed, &queues.encoding})
        *files = from.number();
    return queues;
}

void pack(Packing& to, const FileReport& report) {
    to.add_choice(report.status).add(std::string_view(report.error));
    pack(to, report.warnings);
    pack(to, report.lost_metadata);
    put(to, report.input);
    to.add(std::uint64_t{report.shrink});
    put(to, report.output);
    to.add(std::uint64_t{report.output_bytes}).add(std::string_view(report.converted));
    to.add(std::uint64_t{report.copied});
    put(to, report.input_stamp);
    put(to, report.output_stamp);
    to.add(std::uint64_t{report.also.size()});
    for (const FileReport::Also& also : report.also) {
        put(to, also.format);
        to.add(std::uint64_t{also.bytes}).add(std::string_view(also.converted));
        put(to, also.stamp);
    }
    to.add(std::string_view(report.device)).add(std::uint64_t{report.recorded}).add_choice(report.overwrite);
    to.add(std::uint64_t{report.tables.size()});
    for (const auto& [name, table] : report.tables) {
        to.add(std::string_view(name));
        put(to, table);
    }
    put(to, report.before);
    put(to, report.after);
    for (const double* seconds : members(report.seconds)) to.add(*seconds);
}

FileReport unpack_report(Unpacking& from, const BatchFile& file) {
    FileReport report;
    report.file = file;
    report.status = from.choice<FileStatus>();
    report.error = from.text();
    report.warnings = unpack_texts(from);
    report.lost_metadata = unpack_texts(from);
    take(from, report.input);
    report.shrink = from.number();
    take(from, report.output);
    report.output_bytes = from.number();
    report.converted = from.text();
    report.copied = from.flag();
    take(from, report.input_stamp);
    take(from, report.output_stamp);
    report.also.resize(from.number());
    for (FileReport::Also& also : report.also) {
        take(from, also.format);
        also.bytes = from.number();
        also.converted = from.text();
        take(from, also.stamp);
    }
    report.device = from.text();
    report.recorded = from.flag();
    report.overwrite = from.choice<Overwrite>();
    for (std::uint64_t left = from.number(); left > 0; --left) {
        std::string name = from.text();
        report.tables.insert_or_assign(std::move(name), taken_table(from));
    }
    report.before = taken_glimpse(from);
    report.after = taken_glimpse(from);
    for (double* seconds : members(report.seconds)) *seconds = from.real();
    return report;
}

}  // namespace sluice::apps
