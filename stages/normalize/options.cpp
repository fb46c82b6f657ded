// Which options go together, and which images each mode takes.
#include "pipeline/graph/agree.hpp"
#include "stages/normalize/modes.hpp"
#include "stages/shared/meaning.hpp"
#include "stages/shared/model.hpp"

namespace sluice::stages {
namespace {

// Groups that are normalized, each for itself.
std::size_t groups(const Normalize& p, const ImageFormat& src) {
    const bool alpha = src.has_alpha() && p.alpha == AlphaRule::include;
    const bool each = p.grouping() == Group::channel;
    const bool beside = alpha && p.grouping() != Group::joint;
    return static_cast<std::size_t>(each ? src.colors() : 1) + (beside ? 1 : 0);
}

// Whether a lower end lies above its upper end.
bool falls(const std::vector<double>& pairs) {
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2)
        if (pairs[i] > pairs[i + 1]) return true;
    return false;
}
constexpr const char* turned =
    "the first number must not be above the second; to invert the image, swap the numbers of `out";

}  // namespace

std::string wrong_options(const Normalize& p) {
    if (p.in) {
        if (p.in->size() % 2 != 0) return "in: must be pairs of a lower and an upper end";
        if (falls(p.in->in(1)) && falls(p.in->in(1e6)))  // whatever white is
            return std::string("in: ") + turned;
    }
    if (p.low >= p.high) return "low: must be below high";
    if (p.preset != "none" && (p.mean || p.std)) return "preset: sets mean and std; leave these out";
    if (p.cut && !p.smooths()) return "cut: needs a smoothing above 1";
    if (p.smooths() && !p.measures())
        return std::string("smoothing: nothing is measured, for ") +
               (p.in ? "`in` gives the range" : "mean and std are given") + "; leave one of them out";
    if (p.is("clahe") && p.group == Group::joint) return "group: clahe accepts channel or luma";
    if (p.lifts() && p.space)
        return "stretch: " + p.stretch +
               " works on the pixel values as they are; put convert space= before it";
    if (p.lifts() && p.grouping() == Group::luma)
        return "group: stretch=" + p.stretch + " accepts channel or joint";
    if (p.is("match") && p.alpha == AlphaRule::include)
        return "alpha: match never changes alpha; use visible, or exclude, which also measures pixels with "
               "alpha 0";
    if (p.is("grayworld") && p.grouping() != Group::channel)
        return "group: grayworld always compares all channels; leave group out";
    if (p.is("grayworld") && p.alpha == AlphaRule::include)
        return "alpha: grayworld never changes alpha; use visible, or exclude, which also measures pixels "
               "with alpha 0";
    return "";
}

Wording refuse_image(const Normalize& p, const StageInputs& inputs) {
    const ImageFormat& src = inputs.image();
    const bool joins = p.grouping() == Group::luma || p.is("grayworld");
    if (const std::string fault = joins ? luma_fault(src) : ""; !fault.empty()) return fault;
    if (const std::string fault = p.space ? unknown_light("space=" + std::string(name(*p.space)), src) : "";
        !fault.empty())
        return fault;
    if (src.colors() == 2 && (p.counts_levels() || p.is("grayworld")))
        return p.mode + " takes grey or colours, not two channels of data, " + src.text();
    if (p.counts_levels()) {
        if (src.pixel != Pixel::u8 && src.pixel != Pixel::u16)
            return p.mode + " needs u8 or u16, not " + src.text() + "; put convert pixel=u16 before it";
        const std::int64_t levels = src.pixel == Pixel::u8 ? 256 : 65536;
        if (p.bins && *p.bins != levels)
            return "bins must be the number of levels of the pixel type: " + std::to_string(levels) + " of " +
                   src.text();
    }
    if (p.is("clahe") && inputs.images.at(1))
        return "clahe measures all pixels of a tile and accepts no mask; equalize does";
    // Where a range is given nothing is measured, and a mask would be passed over, whatever it is.
    if (const auto& mask = inputs.images.at(1))
        for (const std::string& fault : {size_fault(src, "mask", *mask), mask_fault(src, *mask)})
            if (!fault.empty()) return fault;
    if (p.is("match")) return refuse_match(p, inputs);
    if (inputs.images.at(2)) return "only mode=match has a reference";
    const std::size_t wanted = groups(p, src);
    const auto fits = [&](const GivenValues& list) {
        return !list || list->size() == 1 || list->size() == wanted;
    };
    if (!fits(p.mean) || !fits(p.std))
        return "mean and std must be one number or one for each of " + std::to_string(wanted) +
               " groups of " + src.text();
    if (p.in && p.in->size() != 2 && p.in->size() != 2 * wanted)
        return "in must be one pair of numbers or one for each of " + std::to_string(wanted) + " groups of " +
               src.text();
    if (p.in && falls(p.in->in(src.white_value()))) return std::string("in of ") + src.text() + ": " + turned;
    if (p.preset == "imagenet" && wanted != 3)
        return "preset imagenet needs R G B, each measured by itself, not " + src.text() +
               "; put convert channels=" + (src.has_alpha() ? "4" : "3") + " before it";
    return "";
}

}  // namespace sluice::stages
