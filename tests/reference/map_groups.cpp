#include "tests/reference/map_groups.hpp"

#include "tests/reference/stretch_image.hpp"

#include <cmath>

namespace sluice::reference {
namespace {

void map_channel(const ConstHostView& src, const HostView& dst, std::size_t layer, int channel,
                 const Map& map, std::optional<double> nan_value) {
    for (std::size_t row = layer * src.format.height; row < (layer + 1) * src.format.height; ++row)
        for (std::size_t x = 0; x < src.format.width; ++x) {
            Real v = map(value(src, x, row, channel));
            if (std::isnan(v) && nan_value) v = *nan_value;
            set_value(dst, x, row, channel, stored(v, dst.format.pixel));
        }
}

void keep_channel(const ConstHostView& src, const HostView& dst, std::size_t layer, int channel) {
    const std::size_t height = src.format.height;
    if (src.format.pixel == dst.format.pixel) {
        copy_channel(src, dst, channel, layer * height, (layer + 1) * height);
        return;
    }
    const Map rescale = [&](Real v) { return in_output_units(v, src.format, dst.format); };
    map_channel(src, dst, layer, channel, rescale, std::nullopt);
}

}  // namespace

Normalized map_groups(const ConstHostView& src, const GroupMapping& mapping, const MapOfGroup& map_of) {
    Normalized done{HostImage(normalized_format(src.format, mapping.pixel)), {}};
    const HostView dst = done.image.view();
    const AlphaRule alpha = mapping.alpha == AlphaRule::include ? AlphaRule::include : AlphaRule::exclude;
    const std::vector<ChannelGroup> all = groups(src.format, mapping.group, alpha);
    for (std::size_t layer = 0; layer < src.format.layers; ++layer) {
        std::vector<bool> mapped(static_cast<std::size_t>(src.format.channels));
        for (std::size_t index = 0; index < all.size(); ++index) {
            const Map map = map_of(layer, all[index], index);
            if (!map) done.untouched.push_back(name_in_layer(all[index], layer));
            if (!map) continue;
            for (const int channel : all[index].channels) {
                map_channel(src, dst, layer, channel, map, mapping.nan_value);
                mapped[static_cast<std::size_t>(channel)] = true;
            }
        }
        for (int channel = 0; channel < src.format.channels; ++channel)
            if (!mapped[static_cast<std::size_t>(channel)]) keep_channel(src, dst, layer, channel);
    }
    return done;
}

}  // namespace sluice::reference
