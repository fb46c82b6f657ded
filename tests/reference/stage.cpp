#include "tests/reference/stage.hpp"

#include "pipeline/graph/registry.hpp"
#include "pipeline/sluice/stages_table.hpp"
#include "tests/reference/stage_references.hpp"
#include "tests/stage_facts.hpp"

#include <limits>
#include <map>
#include <stdexcept>
#include <utility>

namespace sluice::reference {
namespace {

HostImage mapped(const ConstHostView& src, const OfSample& of_sample) {
    const ImageFormat& format = src.format;
    HostImage image(format);
    for (std::size_t row = 0; row < rows(format); ++row)
        for (std::size_t x = 0; x < format.width; ++x)
            for (int c = 0; c < format.colors(); ++c)
                set_value(image.view(), x, row, c, stored(of_sample(value(src, x, row, c)), format.pixel));
    if (format.has_alpha()) copy_channel(src, image.view(), format.colors(), 0, rows(format));
    return image;
}

HostImage gathered(const ConstHostView& src, const Border& border, const OfWindow& of_window) {
    const ImageFormat& format = src.format;
    const auto width = static_cast<std::int64_t>(format.width);
    const auto height = static_cast<std::int64_t>(format.height);
    HostImage image(format);
    for_each_sample(format, [&](const SamplePlace& p) {
        const bool alpha = format.has_alpha() && p.channel == format.colors();
        const auto row = static_cast<std::int64_t>(p.row), top = row / height * height;
        const Neighbours at = [&](std::int64_t dx, std::int64_t dy) -> Real {
            const std::int64_t x = inside(static_cast<std::int64_t>(p.x) + dx, width, border.rule);
            const std::int64_t y = inside(row - top + dy, height, border.rule);
            if (x < 0 || y < 0) return border.lanes.at(static_cast<std::size_t>(p.channel));
            return value(src, static_cast<std::size_t>(x), static_cast<std::size_t>(top + y), p.channel);
        };
        const Real result = alpha ? at(0, 0) : of_window(at);
        set_value(image.view(), p.x, p.row, p.channel, stored(result, format.pixel));
    });
    return image;
}

}  // namespace

const Bounded& StageCall::image(std::size_t port) const {
    const Bounded* image = if_connected(port);
    if (image == nullptr) throw std::logic_error(stage.name + " has no image " + std::to_string(port));
    return *image;
}

const Bounded* StageCall::if_connected(std::size_t port) const {
    return port < images.size() ? images[port] : nullptr;
}

double StageCall::number(const std::string& name) const {
    const Value& value = values.at(name);
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
    return std::get<double>(value);
}

Real StageCall::real(Real number) const {
    for (const Bounded* image : images)
        if (image != nullptr && real_of(image->format().pixel) == Pixel::f64)
            return static_cast<double>(number);
    return static_cast<float>(number);
}

StageReference each_colour(std::function<OfSample(const StageCall&)> of_sample,
                           std::function<Tolerance(const StageCall&)> off_by) {
    return {.image = [of_sample = std::move(of_sample),
                      off_by = std::move(off_by)](const StageCall& call) -> StageResult {
        const OfSample function = of_sample(call);
        const auto whole = [&](const ConstHostView& image) { return mapped(image, function); };
        const Bounded& src = call.image();
        Bounded dst = test::claims_monotone(call.stage) ? monotone(src, whole) : each_sample(src, whole);
        const Tolerance own = off_by ? off_by(call) : Tolerance{};
        constexpr double infinity = std::numeric_limits<double>::infinity();
        widen(dst, [&](const SamplePlace& p) -> Tolerance {
            // Anything may become anything: NaN stays where what is a number is clamped.
            const bool known = src.exact || is_integer(src.format().pixel) ||
                               !(at(src.low, p) == -infinity && at(src.high, p) == infinity);
            if (p.channel >= src.format().colors()) return {};
            return known ? own : Tolerance{0, infinity};
        });
        return {std::move(dst)};
    }};
}

StageReference each_window(std::function<OfWindow(const StageCall&)> of_window) {
    return {.image = [of_window = std::move(of_window)](const StageCall& call) -> StageResult {
        const OfWindow function = of_window(call);
        const Border border = call.stage.as<GatherDef>()->border(call.values);
        return {monotone(call.image(),
                         [&](const ConstHostView& image) { return gathered(image, border, function); })};
    }};
}

StageReference each_pixel(std::function<OfPixel(const StageCall&)> of_pixel,
                          std::function<PixelBounds(const StageCall&)> bounds) {
    return {.image = [of_pixel = std::move(of_pixel),
                      bounds = std::move(bounds)](const StageCall& call) -> StageResult {
        StageInputs inputs{call.values, {}, {}};
        std::vector<const Bounded*> images;
        for (const Bounded* image : call.images) {
            inputs.images.push_back(image == nullptr ? std::nullopt : std::optional(image->format()));
            inputs.tables.emplace_back();
            if (image != nullptr) images.push_back(image);
        }
        const auto* point = call.stage.as<PointDef>();
        const ImageFormat dst = point == nullptr ? call.image().format() : point->infer(inputs);
        return {of_pixels(images, dst, of_pixel(call), bounds ? bounds(call) : PixelBounds{})};
    }};
}

const StageReference* reference_of(const std::string& stage) {
    static const std::map<std::string, StageReference> references = stage_references();
    const auto at = references.find(stage);
    return at == references.end() ? nullptr : &at->second;
}

std::string no_reference(const std::string& stage) {
    return "stage " + stage + " has no reference: write tests/reference/stages/" + stage +
           ".cpp, as tests/reference/stage.hpp says";
}

Bounded expected_within(const std::string& stage, const Values& values, const Bounded& image) {
    return expected_of_all(stage, values, {&image});
}

Bounded expected_of_all(const std::string& stage, const Values& values,
                        const std::vector<const Bounded*>& images) {
    static const Registry registry(stage_table());
    const StageDef* def = registry.find(stage);
    const StageReference* reference = reference_of(stage);
    if (def == nullptr || reference == nullptr) throw std::logic_error(no_reference(stage));
    Values all;
    for (const ParamDecl& param : def->params) all[param.name] = param.standard;
    for (const auto& [name, value] : values) all.at(name) = value;
    return reference->image({*def, all, images}).image;
}

HostImage expected(const std::string& stage, const Values& values, const ConstHostView& image) {
    HostImage copy(image.format);
    for (int c = 0; c < image.format.channels; ++c)
        copy_channel(image, copy.view(), c, 0, rows(image.format));
    return expected_within(stage, values, exactly(std::move(copy))).expected;
}

}  // namespace sluice::reference
