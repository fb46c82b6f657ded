#include "pipeline/batch/forecast.hpp"

#include "pipeline/core/pixel_memory.hpp"
#include "pipeline/graph/measured.hpp"
#include "pipeline/run/prepare.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace sluice {
namespace {

constexpr std::size_t most_known = 256;

std::size_t results_bytes(const Forecast& forecast) {
    std::size_t bytes = 0;
    for (const auto& [sink, format] : forecast.outputs) bytes += placed_bytes(format);
    return bytes;
}

// Of two plans that an image goes through one after the other. `last` has the results.
Forecast most(Forecast last, const Forecast& before) {
    last.device_bytes = std::max(last.device_bytes, before.device_bytes);
    last.host_bytes = std::max(last.host_bytes, before.host_bytes);
    last.in_strips = last.in_strips || before.in_strips;
    last.frame_limit = std::max(last.frame_limit, before.frame_limit);
    last.readings += before.readings;
    return last;
}

}  // namespace

SourceFormats formats_of(const Decoded& decoded) {
    SourceFormats formats;
    for (const auto& [id, image] : decoded.images) {
        formats[id] = image.format();
        if (const Metadata& found = image.metadata; !found.icc.empty())
            formats[id].profile =
                std::make_shared<const ColourProfile>(ColourProfile{found.icc, found.icc_space});
    }
    formats.insert(decoded.by_rows.begin(), decoded.by_rows.end());
    return formats;
}

Forecasts::Forecasts(DeviceFacts device, PlanOptions plan, MemoryLimit limit)
    : device_(std::move(device)), plan_(std::move(plan)), limit_(limit) {}

Forecast Forecasts::of(const CheckedGraph& graph, const PlanKey& key, bool placed) {
    const std::lock_guard lock(mutex_);
    const auto known = std::find_if(known_.begin(), known_.end(),
                                    [&](const Known& k) { return k.placed == placed && k.key == key; });
    if (known != known_.end()) return known->forecast;
    known_.push_front({key, placed, made(graph, key, placed)});
    if (known_.size() > most_known) known_.pop_back();
    return known_.front().forecast;
}

Forecast Forecasts::made(const CheckedGraph& graph, const PlanKey& key, bool placed) const {
    Forecast all;
    for (const Measuring& one : with_largest(graph)) all = most(made_of_known(one.graph, key, placed), all);
    return all;
}

Forecast Forecasts::made_of_known(const CheckedGraph& graph, const PlanKey& key, bool placed) const {
    Forecast forecast;
    const PrepareOptions options{.plan = plan_, .of_batch = true};
    const auto take = [&](const ExecutionPlan& plan, std::size_t limit) {
        for (const Primitive& node : plan.graph.nodes)
            if (node.is(Kind::sink)) forecast.outputs[node.id] = node.format.value();
        forecast.device_bytes = plan.peak_bytes;
        forecast.host_bytes = frame_on_host(plan, placed);
        forecast.in_strips = plan.in_strips();
        forecast.frame_limit = limit;
    };
    take(prepare(graph, {key.formats, {}}, device_, options), 0);
    if (!limit_) return forecast;
    const std::size_t result = results_bytes(forecast);
    std::size_t pixels = result + of_each_file;
    for (const auto& [id, format] : key.formats) pixels += placed_bytes(format);
    if (pixels + forecast.host_bytes <= limit_.left() || pixels + result >= limit_.left()) return forecast;
    const std::size_t room = limit_.left() - pixels - result;
    try {
        std::size_t least = 0;
        if (const auto cut = prepare_strips(graph, key.formats, device_, options, room, least))
            take(*cut, cut->peak_bytes);
    } catch (const Error&) {  // then it needs what it needs
    }
    return forecast;
}

std::optional<Forecast> Forecasts::by_rows(const CheckedGraph& graph, const PlanKey& key,
                                           const ImageFiles& files, const Forecast& whole, MemoryNeed& need,
                                           Wording& why) const {
    Forecast all;
    MemoryNeed most_of_all;
    for (const Measuring& one : with_largest(graph)) {
        const auto forecast = by_rows_of_known(one.graph, key, files, whole, need, why);
        if (!forecast) return std::nullopt;
        all = most(*forecast, all);
        most_of_all = {std::max(need.decode, most_of_all.decode), std::max(need.device, most_of_all.device),
                       std::max(need.encode, most_of_all.encode)};
    }
    need = most_of_all;
    return all;
}

std::optional<Forecast> Forecasts::by_rows_of_known(const CheckedGraph& graph, const PlanKey& key,
                                                    const ImageFiles& files, const Forecast& whole,
                                                    MemoryNeed& need, Wording& why) const {
    const RowMemory rows = memory_of_rows(
        graph, files, [&](const std::string& sink) -> const ImageFormat& { return whole.outputs.at(sink); });
    why = rows.refusal;
    if (!why.empty()) return std::nullopt;
    PrepareOptions options{.plan = plan_, .of_batch = true};
    options.plan.by_rows = true;
    const std::size_t room = limit_.left() - std::min(limit_.left() - 1, rows.bytes);
    std::size_t least = 0;
    std::optional<ExecutionPlan> cut;
    try {
        cut = prepare_strips(graph, key.formats, device_, options, room, least);
    } catch (const Error& error) {
        why = error.message();
        return std::nullopt;
    }
    need = {of_each_file, rows.bytes + least, rows.bytes};
    if (!cut || need.most() > limit_.left()) return std::nullopt;
    Forecast forecast = whole;
    forecast.device_bytes = forecast.frame_limit = cut->peak_bytes;
    forecast.host_bytes = frame_on_host(*cut, false);
    forecast.in_strips = cut->in_strips();
    forecast.readings = 1;
    for (const std::string& id : graph.sources())
        forecast.readings = std::max(forecast.readings, cut->readings(cut->graph.names.at(id)));
    return forecast;
}

std::pair<MemoryNeed, Forecast> Forecasts::of(const CheckedGraph& graph, const PlanKey& key,
                                              const ImageFiles& files, const std::string& where) {
    const InputMemory inputs = memory_of_inputs(files, key.formats);
    const Forecast forecast = of(graph, key, inputs.placed);
    const FormatOf output = [&](const std::string& sink) -> const ImageFormat& {
        return forecast.outputs.at(sink);
    };
    const OutputMemory outputs = memory_of_outputs(graph, output);
    MemoryNeed need{of_each_file + inputs.images + inputs.beside,
                    of_each_file + inputs.images + outputs.images + forecast.host_bytes,
                    of_each_file + outputs.images + outputs.beside};
    if (limit_ && need.most() > limit_.left()) {
        Wording why;
        if (const auto rows = by_rows(graph, key, files, forecast, need, why)) return {need, *rows};
        // kept() is a share of `pictures`.
        const std::size_t enough = limit_.beside + need.most() / 7 * 8 + 8;
        throw no_room(where, {need.most(), inputs.images}, limit_, limit_.left(), enough, why);
    }
    return {need, forecast};
}

MemoryNeed AllForecasts::need(Header& header, const std::string& where) {
    const PlanKey key = plan_key(header.graph, header.formats);
    MemoryNeed need;
    for (Forecasts& forecasts : each_) {
        const auto [here, forecast] = forecasts.of(header.graph, key, header.files, where);
        need = {std::max(need.decode, here.decode), std::max(need.device, here.device),
                std::max(need.encode, here.encode)};
        if (forecast.readings == 0) continue;
        header.limit_by_rows = header.limit_by_rows == 0
                                   ? forecast.frame_limit
                                   : std::min(header.limit_by_rows, forecast.frame_limit);
    }
    return need;
}

std::optional<MemoryNeed> AllForecasts::small_need(const Header& header, std::uintmax_t file_bytes,
                                                   const MemoryLimit& limit) {
    // A progressive JPEG that is read 8 times smaller takes most.
    constexpr std::size_t of_each = std::size_t{128} << 20, most_of_pixels = 512, most_of_file = 4;
    constexpr std::size_t share = 32;
    const PlanKey key = plan_key(header.graph, header.formats);
    std::size_t pixels = 0, frame = 0;
    for (const auto& [id, format] : header.formats) pixels += placed_bytes(format);
    for (Forecasts& forecasts : each_) {
        const Forecast forecast = forecasts.of(header.graph, key, false);
        // An encoder takes less than four times the picture.
        frame = std::max(frame, forecast.host_bytes + 5 * results_bytes(forecast));
    }
    const double most = static_cast<double>(most_of_pixels) * static_cast<double>(pixels) +
                        static_cast<double>(most_of_file) * static_cast<double>(file_bytes) +
                        static_cast<double>(frame + of_each);
    if (most > static_cast<double>(limit.left() / share)) return std::nullopt;
    const auto bytes = static_cast<std::size_t>(most);
    return MemoryNeed{bytes, bytes, bytes};
}

std::size_t AllForecasts::frame_limit(const CheckedGraph& graph, const PlanKey& key, bool placed) {
    std::size_t least = 0;
    for (Forecasts& forecasts : each_)
        if (const std::size_t limit = forecasts.of(graph, key, placed).frame_limit; limit > 0)
            least = least == 0 ? limit : std::min(least, limit);
    return least;
}

}  // namespace sluice
