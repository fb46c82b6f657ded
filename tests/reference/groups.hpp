// Which samples are counted together, and which are counted at all.
#pragma once

#include "pipeline/core/rect.hpp"
#include "pipeline/graph/reduction.hpp"  // AlphaRule, Rect
#include "tests/reference/pixels.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sluice::reference {

enum class Grouping { channel, joint, luma };

struct ChannelGroup {
    std::string name{};           // "Y", "R", "joint", "luma", "A"
    std::vector<int> channels{};  // of the image, R, G, B, A in this order
    bool luma = false;            // one value a pixel, made of all `channels`
};

// Decided here, where the rules are silent:
// * `include` and `report` give alpha a group of its own beside channels and beside luma; jointly, `include`
//   puts it into the joint group and `report` leaves it beside.
// * luma of a grey image is its only channel, so it is named like it and not marked `luma`: integers stay
//   integers.
std::vector<ChannelGroup> groups(const ImageFormat& format, Grouping grouping, AlphaRule alpha);

// Decided here:
// * A mask has the size of the image; its layers are those of the image, or it has one that holds for all.
// * A mask with one colour channel holds for all colours, and if it has no alpha for alpha too. One with
// three
//   colours holds channel by channel and needs an image with three colours. A mask's alpha is the mask of the
//   image's alpha; without it (R G B on R G B A) alpha is counted. NaN is not zero: counted.
// * For luma a pixel is counted when the mask counts each of its colours.
// * `visible`: a pixel with A = 0 is not counted; -0 is zero, NaN is not.
// * A region is cut to the image; one that lies outside counts nothing.
struct Counted {
    AlphaRule alpha = AlphaRule::visible;
    std::optional<ConstHostView> mask{};  // nonzero = counted
    std::optional<Rect> region{};
};

// Calls `visit` with every counted value of a group in one layer, NaN and infinities included, row by row.
// Throws Error(usage) when the mask does not fit.
void for_each_counted(const ConstHostView& image, std::size_t layer, const ChannelGroup& group,
                      const Counted& counted, const std::function<void(Real)>& visit);

// As above with the place: for rules that look at whole pixels. Visits pixels counted by alpha, region and by
// the mask in all of `channels`.
void for_each_pixel(const ConstHostView& image, std::size_t layer, const std::vector<int>& channels,
                    const Counted& counted, const std::function<void(std::size_t x, std::size_t row)>& visit);

}  // namespace sluice::reference
