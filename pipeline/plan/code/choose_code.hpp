// OpenCL C for functions that choose among pixels (kernels/choose.clh): of numbers, or, where that is less
// work, of samples as they lie in memory.
#pragma once

#include "pipeline/plan/code/kernel_source.hpp"
#include "pipeline/plan/schedule/place.hpp"

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace sluice {

// samples: vectors of them, CPUs. pairs: two of 8 or 16 bits in a word, GPUs. greens: the same of bytes,
// where alpha is not chosen, so that two pixels of a unit share a word of their greens.
enum class Choosing { numbers, samples, pairs, greens };

// Among what pixels of an image that lies in memory are chosen.
Choosing choosing(const ImageFormat& format, const PassShape& shape);

std::string choose_type(Choosing how, const ImageFormat& format, const PassShape& shape);
std::vector<KernelSource::Macro> choose_macros(Choosing how, const ImageFormat& format,
                                               const PassShape& shape);
// What KEEP_ALPHA makes of `own` and `v`, other than among pairs.
std::string kept_alpha(Choosing how, const ImageFormat& format, const PassShape& shape);
// A mask of lanes, a VI, as `?:` wants it of what is chosen among; of pairs, where a pixel's lanes are alike.
std::string choose_mask(Choosing how, const std::string& mask, const ImageFormat& format,
                        const PassShape& shape);
// Pairs of the pixels of image `name`, each at its place: the arguments of <name>_PIXEL.
std::string pairs_of_each(const std::string& name, const PlannedImage& image,
                          const std::function<std::string(int)>& place);
// ... of grey pixels that came side by side, as the piece `raw`.
std::string pairs_of_piece(const ImageFormat& format);
// A pixel that is none of the image's: as a V; and as one among which is chosen, rounded as those are.
std::string pixel_text(const std::array<double, 4>& lanes);
std::string chosen_constant(Choosing how, std::array<double, 4> lanes, const ImageFormat& format,
                            const PassShape& shape);
// What was chosen, as it lies in memory. Of greens: for pixel k of a unit, whose own word keeps its alpha.
std::string chosen_piece(Choosing how, const ImageFormat& format, const std::string& chosen,
                         const std::string& own);

}  // namespace sluice
