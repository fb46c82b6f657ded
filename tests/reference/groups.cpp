#include "tests/reference/groups.hpp"

#include "pipeline/core/error.hpp"

#include <algorithm>

namespace sluice::reference {
namespace {

void check_mask(const ImageFormat& image, const ImageFormat& mask) {
    if (mask.width != image.width || mask.height != image.height ||
        (mask.layers != 1 && mask.layers != image.layers))
        throw Error(Error::Kind::usage, "mask", mask.text() + " has not the size of " + image.text());
    if (mask.colors() != 1 && mask.colors() != image.colors())
        throw Error(Error::Kind::usage, "mask",
                    mask.text() + " has neither one colour nor those of " + image.text());
}

// The mask's channel that decides about a channel of the image; -1: it is always counted.
int mask_channel(const ImageFormat& image, const ImageFormat& mask, int channel) {
    const bool is_alpha = image.has_alpha() && channel == image.colors();
    if (!is_alpha) return mask.colors() == 1 ? 0 : channel;
    if (mask.has_alpha()) return mask.colors();
    return mask.channels == 1 ? 0 : -1;
}

bool mask_counts(const ConstHostView& image, const std::optional<ConstHostView>& mask, std::size_t x,
                 std::size_t row, int channel) {
    if (!mask) return true;
    const int of_mask = mask_channel(image.format, mask->format, channel);
    if (of_mask < 0) return true;
    const std::size_t mask_row = mask->format.layers == 1 ? row % image.format.height : row;
    return value(*mask, x, mask_row, of_mask) != 0;
}

// Calls `visit` for the pixels inside the region that alpha does not rule out.
template <class Visit>  // (x, row)
void for_each_place(const ConstHostView& image, std::size_t layer, const Counted& counted,
                    const Visit& visit) {
    const ImageFormat& format = image.format;
    if (counted.mask) check_mask(format, counted.mask->format);
    const Rect region = counted.region.value_or(Rect{0, 0, format.width, format.height});
    const std::size_t right =
        region.x + std::min(region.width, format.width - std::min(region.x, format.width));
    const std::size_t below =
        region.y + std::min(region.height, format.height - std::min(region.y, format.height));
    for (std::size_t y = region.y; y < below; ++y) {
        for (std::size_t x = region.x; x < right; ++x) {
            const std::size_t row = layer * format.height + y;
            const bool hidden = counted.alpha == AlphaRule::visible && format.has_alpha() &&
                                value(image, x, row, format.colors()) == 0;
            if (!hidden) visit(x, row);
        }
    }
}

}  // namespace

std::vector<ChannelGroup> groups(const ImageFormat& format, Grouping grouping, AlphaRule alpha) {
    const std::vector<std::string> names = format.channel_names();
    std::vector<ChannelGroup> groups;
    const bool of_colours = grouping == Grouping::luma && format.colors() == 3;
    if (grouping != Grouping::joint && !of_colours) {  // grey and data have no luma
        for (int c = 0; c < format.colors(); ++c) groups.push_back({names[static_cast<std::size_t>(c)], {c}});
    } else {
        ChannelGroup all{of_colours ? "luma" : "joint", {}};
        for (int c = 0; c < format.colors(); ++c) all.channels.push_back(c);
        all.luma = of_colours;
        groups.push_back(all);
    }
    if (!format.has_alpha()) return groups;
    if (grouping == Grouping::joint && alpha == AlphaRule::include)
        groups.front().channels.push_back(format.colors());
    else if (alpha == AlphaRule::include || alpha == AlphaRule::report)
        groups.push_back({"A", {format.colors()}});
    return groups;
}

void for_each_pixel(const ConstHostView& image, std::size_t layer, const std::vector<int>& channels,
                    const Counted& counted,
                    const std::function<void(std::size_t x, std::size_t row)>& visit) {
    for_each_place(image, layer, counted, [&](std::size_t x, std::size_t row) {
        const bool all = std::all_of(channels.begin(), channels.end(),
                                     [&](int c) { return mask_counts(image, counted.mask, x, row, c); });
        if (all) visit(x, row);
    });
}

void for_each_counted(const ConstHostView& image, std::size_t layer, const ChannelGroup& group,
                      const Counted& counted, const std::function<void(Real)>& visit) {
    if (group.luma) {
        for_each_pixel(image, layer, group.channels, counted,
                       [&](std::size_t x, std::size_t row) { visit(luma(image, x, row)); });
        return;
    }
    for_each_place(image, layer, counted, [&](std::size_t x, std::size_t row) {
        for (const int c : group.channels)
            if (mask_counts(image, counted.mask, x, row, c)) visit(value(image, x, row, c));
    });
}

}  // namespace sluice::reference
