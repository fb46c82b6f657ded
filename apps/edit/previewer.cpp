#include "apps/edit/previewer.hpp"

#include "apps/edit/display.hpp"
#include "apps/options/spelled.hpp"
#include "pipeline/core/hash.hpp"
#include "pipeline/device/error/device_error.hpp"
#include "pipeline/device/reopen.hpp"
#include "pipeline/graph/measured.hpp"
#include "pipeline/graph/sizes.hpp"
#include "pipeline/run/measure.hpp"
#include "pipeline/run/prepare.hpp"
#include "pipeline/sluice/plan.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

namespace sluice::apps {
namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// Full sizes that take no longer are computed while a slider moves.
constexpr double soon = 60;
constexpr std::size_t most_sessions = 6, most_smaller = 8, most_formats = 100, most_tables = 100;
// Tables that are histograms say nothing as numbers.
constexpr std::size_t most_table_bytes = 8000;

// Of each node all that a plan depends on: everything but the values of live parameters.
std::string structure(const CheckedGraph& graph) {
    std::string all;
    for (const CheckedNode& node : graph.nodes) {
        all += node.stage->name + " " + node.id;
        if (node.stage->read_from) all += " " + node.stage->read_from->text;
        for (const auto& input : node.inputs)
            all += input ? " " + std::to_string(input->node) + "." + std::to_string(input->port) : " -";
        for (const auto& [name, value] : node.values)
            if (const ParamDecl* decl = node.stage->param(name); decl == nullptr || !decl->live)
                all += " " + name + "=" + text(value);
        all += "\n";
    }
    return all;
}

std::string source_formats_text(const SourceFormats& formats) {
    std::string all;
    for (const auto& [id, format] : formats)
        all += id + ": " + format.text() + " " +
               std::to_string(reinterpret_cast<std::uintptr_t>(format.profile.get())) + "\n";
    return all;
}

// Live parameters whose values differ.
Values changed(const CheckedGraph& from, const CheckedGraph& to) {
    Values changes;
    for (std::size_t i = 0; i < to.nodes.size(); ++i)
        for (const auto& [name, value] : to.nodes[i].values) {
            const auto before = from.nodes[i].values.find(name);
            if (before == from.nodes[i].values.end() || before->second != value)
                changes[to.nodes[i].id + "." + name] = value;
        }
    return changes;
}

// Whether a value was left out before, or is left out now: then it cannot be set.
bool same_names(const CheckedGraph& a, const CheckedGraph& b) {
    for (std::size_t i = 0; i < a.nodes.size(); ++i)
        for (const auto& [name, value] : a.nodes[i].values)
            if (b.nodes[i].values.count(name) == 0) return false;
    return true;
}

ExecutionPlan planned(const CheckedGraph& graph, const Opened& opened, const DeviceFacts& device,
                      const PlanOptions& options) {
    try {
        return prepare(graph, opened, device, {.plan = options, .of_batch = true});
    } catch (const Error& error) {
        if (error.kind() != Error::Kind::usage) throw;
        // with statistics of earlier frames, of which there is one here
        return prepare(graph, opened, device, {.plan = options});
    }
}

// With those of Sources that compute their images.
SourceFormats formats_of_all(CheckedGraph graph, const SourceFormats& formats) {
    return open_files(graph, formats).formats;
}

// Whether users do not see a Table: it is observed to be given to quick previews.
bool is_only_kept(const ExecutionPlan& plan, const ObservedTable& observed) {
    const auto node = plan.graph.names.find(observed.name);
    return node != plan.graph.names.end() && plan.graph.nodes[node->second].observed.empty() &&
           !plan.graph.users()[node->second].empty();
}

// The node of the pipeline that a part belongs to: "normalize" of "normalize.stats".
std::size_t node_of(const CheckedGraph& graph, const std::string& part) {
    std::size_t found = 0, length = 0;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const std::string& id = graph.nodes[i].id;
        if (id.size() < length || (part != id && !part.starts_with(id + "."))) continue;
        found = i, length = id.size();
    }
    return found;
}

std::vector<std::pair<std::string, double>> steps_of(const std::vector<Span>& spans) {
    std::vector<std::pair<std::string, double>> steps;
    for (const Span& span : spans) {
        if (span.where != Span::Where::device) continue;
        const auto same = std::find_if(steps.begin(), steps.end(),
                                       [&](const auto& step) { return step.first == span.name; });
        if (same == steps.end())
            steps.emplace_back(span.name, span.ms());
        else
            same->second += span.ms();
    }
    return steps;
}

// One that fits into the view and keeps the aspect ratio.
double scale_for(const ImageFormat& format, const View& view) {
    return std::min({1.0, static_cast<double>(view.width) / static_cast<double>(format.width),
                     static_cast<double>(view.height) / static_cast<double>(format.height)});
}

std::size_t side(std::size_t length, double scale) {
    return std::max<std::size_t>(1,
                                 static_cast<std::size_t>(std::lround(static_cast<double>(length) * scale)));
}

}  // namespace

Previewer::Previewer(Device device) : device_(std::move(device)) {}

ViewedImage Previewer::preview(const CheckedGraph& graph, const PreviewRequest& wanted) {
    try {
        return compute(graph, wanted);
    } catch (const DeviceError&) {  // lost, or out of memory: nothing of it can be used any more
        sessions_.clear();
        device_ = reopened(device_);
        return compute(graph, wanted);
    }
}

// With the values of `shown`, live if the plan allows it.
Previewer::Running& Previewer::running(const CheckedGraph& shown, const SourceFormats& formats,
                                       const Statistics& statistics, bool& planned_now) {
    const std::string key = source_formats_text(formats) + structure(shown) + statistics.key;
    auto found = std::find_if(sessions_.begin(), sessions_.end(),
                              [&](const Running& running) { return running.key == key; });
    if (found != sessions_.end() && same_names(found->graph, shown) && same_names(shown, found->graph)) {
        const Values changes = changed(found->graph, shown);
        try {
            if (!changes.empty()) found->session->set(changes);
            found->graph = shown;
            sessions_.splice(sessions_.begin(), sessions_, found);
            return sessions_.front();
        } catch (const Error& error) {
            if (error.kind() != Error::Kind::usage) throw;  // else the value needs another plan
        }
    }
    if (found != sessions_.end()) sessions_.erase(found);
    CheckedGraph graph = shown;
    Opened opened = open_files(graph, formats);
    PlanOptions options;
    options.given = statistics.known;
    for (const Measured& measured : statistics.all)
        if (statistics.known.empty()) options.observe.push_back(measured.id);
    const Prepared plan{device_, planned(graph, opened, device_.facts(), options)};
    Running made{key, shown, formats, nullptr};
    made.session = std::make_unique<Session>(plan, SessionOptions{.frames_in_flight = 1, .profile = true});
    planned_now = true;
    sessions_.push_front(std::move(made));
    if (sessions_.size() > most_sessions) sessions_.pop_back();
    return sessions_.front();
}

// The image of a Source at another size.
std::shared_ptr<const HostImage> Previewer::smaller(const HostImage& image, const std::string& image_key,
                                                    std::size_t width, std::size_t height) {
    const std::string key = image_key + " " + std::to_string(width) + "x" + std::to_string(height);
    const auto found =
        std::find_if(smaller_.begin(), smaller_.end(), [&](const Smaller& one) { return one.key == key; });
    if (found != smaller_.end()) {
        smaller_.splice(smaller_.begin(), smaller_, found);
        return smaller_.front().image;
    }
    Graph graph;
    graph.add("input").add("resize", {{"width", static_cast<std::int64_t>(width)},
                                      {"height", static_cast<std::int64_t>(height)},
                                      {"filter", std::string("area")}});
    graph.add("output");
    CheckedGraph checked = check_or_throw(graph, builtin_stages());
    const Opened opened = open_files(checked, {{"input", image.format()}});
    Session session({device_, prepare(checked, opened, device_.facts())}, {.frames_in_flight = 1});
    Frame frame = session.submit(image.view());
    smaller_.push_front({key, std::make_shared<const HostImage>(frame.read())});
    if (smaller_.size() > most_smaller) smaller_.pop_back();
    return smaller_.front().image;
}

// The format of the image that is shown, at its full size. Live values do not change it.
ImageFormat Previewer::format_of(const CheckedGraph& whole, const SourceFormats& formats) {
    const std::string key = source_formats_text(formats) + structure(whole);
    if (const auto known = whole_formats_.find(key); known != whole_formats_.end()) return known->second;
    CheckedGraph graph = whole;
    const Opened opened = open_files(graph, formats);
    const ExecutionPlan plan = prepare(graph, opened, device_.facts());
    if (whole_formats_.size() >= most_formats) whole_formats_.clear();
    return whole_formats_[key] = plan.graph.nodes[plan.graph.names.at(view_sink)].format.value();
}

// Whether the images are best shrunk first.
bool Previewer::goes_quickly(const CheckedGraph& exact, const Sources& sources,
                             const PreviewRequest& wanted) const {
    if (wanted.quality == Quality::exact || wanted.view.part || sources.scale >= 1) return false;
    const std::string key = source_formats_text(sources.formats) + structure(exact);
    const auto known = std::find_if(sessions_.begin(), sessions_.end(),
                                    [&](const Running& running) { return running.key == key; });
    if (known != sessions_.end()) return known->milliseconds > soon;
    std::size_t pixels = 0;
    for (const auto& [id, format] : sources.formats) pixels += format.pixels();
    return pixels > 4 * wanted.view.width * wanted.view.height;
}

SourceFormats Previewer::formats_of(const CheckedGraph& graph, const std::vector<std::string>& sources) {
    SourceFormats formats;
    for (const std::string& id : sources)
        formats[id] = images_.of(graph.nodes[graph.find(id).value()])->pixels.format();
    return formats;
}

// The images at the size that suffices for the screen.
Previewer::Sources Previewer::shrunk(Sources sources) {
    for (auto& [id, image] : sources.images) {
        ImageFormat& format = sources.formats[id];
        image = smaller(*image, sources.keys[id], side(format.width, sources.scale),
                        side(format.height, sources.scale));
        format = image->format();
    }
    return sources;
}

Previewer::Sources Previewer::sources_of(const CheckedGraph& graph, const CheckedGraph& needed,
                                         const View& view, std::vector<std::string>& warnings) {
    Sources sources;
    for (const CheckedNode& source : graph.nodes) {
        if (!reads_image(source) || !needed.find(source.id)) continue;
        const auto image = images_.of(source);
        sources.images[source.id] = {image, &image->pixels};  // keeps all of it
        sources.keys[source.id] = image->key;
        sources.formats[source.id] = image->pixels.format();
        sources.scale = std::max(sources.scale, scale_for(image->pixels.format(), view));
        warnings.insert(warnings.end(), image->warnings.begin(), image->warnings.end());
    }
    return sources;
}

std::map<std::string, SubmittedImage> Previewer::Sources::lent() const {
    std::map<std::string, SubmittedImage> lent;
    for (const auto& [id, image] : images) lent[id] = LentView{image->view()};
    return lent;
}

void Previewer::find_sizes(CheckedGraph& graph, CheckedGraph whole, const Sources& sources,
                           std::vector<std::string>& warnings) const {
    if (!has_measured(whole)) return;
    Opened opened = open_files(whole, sources.formats);
    measure(whole, opened, sources.lent(), device_, {},
            [&](const Wording& warning) { warnings.push_back(warning.text()); });
    for (CheckedNode& node : graph.nodes) {
        const auto at = whole.find(node.id);
        if (!at || !whole.nodes[*at].stands_in) continue;
        const CheckedNode& known = whole.nodes[*at];
        node.stage = known.stage;
        node.values = known.values;
        node.inputs.resize(known.inputs.size());
        node.stands_in = true;
    }
}

Previewer::Statistics Previewer::statistics_of(const CheckedGraph& exact, const Sources& sources) {
    Hash images;
    for (const auto& [id, key] : sources.keys) images.add(id + "=" + key);
    Statistics statistics{
        measured_by(exact, formats_of_all(exact, sources.formats), device_.facts()), {}, ""};
    for (Measured& measured : statistics.all) measured.follows_from += images.text();
    return statistics;
}

void Previewer::keep(const Statistics& statistics, Frame& frame) {
    for (const Measured& measured : statistics.all) {
        measured_.remove_if([&](const auto& kept) { return kept.first == measured.follows_from; });
        measured_.emplace_front(measured.follows_from, frame.table(measured.id));
    }
    while (measured_.size() > most_tables) measured_.pop_back();
}

// With statistics of the full size as far as they are known.
void Previewer::run_quickly(const CheckedGraph& exact, const Sources& sources, const Statistics& statistics,
                            ViewedImage& preview) {
    const CheckedGraph graph = scaled(exact, sources.scale);
    const Sources small = shrunk(sources);
    Statistics quick{{}, {}, "quick\n"};
    const SourceFormats formats = formats_of_all(graph, small.formats);
    for (const Measured& measured : measured_by(graph, formats, device_.facts())) {
        const auto whole = std::find_if(statistics.all.begin(), statistics.all.end(),
                                        [&](const Measured& one) { return one.id == measured.id; });
        const auto kept = std::find_if(measured_.begin(), measured_.end(), [&](const auto& one) {
            return whole != statistics.all.end() && one.first == whole->follows_from;
        });
        if (kept == measured_.end()) {
            const std::string& node = graph.nodes[node_of(graph, measured.id)].id;
            if (preview.measured_small.empty() || preview.measured_small.back() != node)
                preview.measured_small.push_back(node);
        } else {
            quick.known[measured.id] = kept->second;
            quick.key += measured.id + "=" + kept->first + "\n";
        }
    }
    run(graph, small, quick, preview);
}

void Previewer::run(const CheckedGraph& graph, const Sources& sources, const Statistics& statistics,
                    ViewedImage& preview) {
    Running& run = running(graph, sources.formats, statistics, preview.planned);
    const Clock::time_point begun = Clock::now();
    Frame frame = run.session->submit(sources.lent());
    const HostImage image = frame.read(view_sink);
    run.milliseconds = ms_since(begun);
    to_rgba(image.view(), preview.rgba, preview.stretched);
    preview.width = image.format().width;
    preview.height = image.format().height;
    keep(statistics, frame);
    for (const ObservedTable& observed : run.session->plan().observed) {
        if (is_only_kept(run.session->plan(), observed)) continue;
        Json table = table_json(frame.table(observed.name));
        if (table.dump().size() <= most_table_bytes) preview.tables[observed.name] = std::move(table);
    }
    for (std::string& warning : frame.warnings()) preview.warnings.push_back(std::move(warning));
    preview.steps = steps_of(run.session->take_spans());
}

ViewedImage Previewer::compute(CheckedGraph graph, const PreviewRequest& wanted) {
    const Clock::time_point start = Clock::now();
    bind_sizes(graph, formats_of(graph, sized_by(graph)));
    const auto named = wanted.node.empty() ? last_image(graph) : graph.find(wanted.node);
    const auto node = named ? image_of(graph, *named) : std::nullopt;
    if (!node)
        throw Error(Error::Kind::usage, wanted.node,
                    "has no image to show; add a stage, or show the image of another one");
    ViewedImage preview;
    preview.node = graph.nodes[*node].id;
    CheckedGraph whole = shown(graph, *node, std::nullopt);
    const Sources sources = sources_of(graph, whole, wanted.view, preview.warnings);
    find_sizes(graph, std::move(whole), sources, preview.warnings);
    preview.format = format_of(shown(graph, *node, std::nullopt), sources.formats);
    const CheckedGraph exact = shown(graph, *node, wanted.view);
    preview.exact = !goes_quickly(exact, sources, wanted);
    const Statistics statistics = statistics_of(exact, sources);
    if (!preview.exact) {
        try {
            run_quickly(exact, sources, statistics, preview);
        } catch (const Error& error) {
            // A rounded length may be refused, such as that of a crop at the edge.
            if (error.kind() != Error::Kind::usage) throw;
            preview.exact = true;
            preview.measured_small.clear();
        }
    }
    if (preview.exact) run(exact, sources, statistics, preview);
    preview.milliseconds = ms_since(start);
    return preview;
}

}  // namespace sluice::apps
