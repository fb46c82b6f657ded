// In which format an image is saved.
#pragma once

#include "io/codec.hpp"
#include "pipeline/core/format.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

// The format in which an image of format `image` has to be when it is written to a file with this
// extension; the same as `image` but for the order of channels where nothing needs to change. Pure.
//   depth    kept. Floats become u16 where the file holds no floats, u8 where it holds no 16 bit either;
//            so does u16 where it holds neither.
//   light    linear light is encoded for files of integers, and encoded values are decoded for HDR and for
//   PFM of
//            colours, which are linear light; not those that are meant to lie outside of 0 to white. `data`
//            is never converted, and neither is what an NPY gets.
//   white    becomes that of the pixel type where the file cannot say another one; floats but those of HDR,
//   and
//            what an NPY gets, are kept.
//   channels kept; grey becomes R G B (A) where the file holds no grey.
// Throws Error(usage) without `where`, which names the way out, when something would be lost: depth,
// alpha, colours, signed numbers, floats that are meant to lie outside of 0 to white, layers, size; and for
// an extension that cannot be written. `of_format`: values of save_options(), on which it may depend.
ImageFormat writable(std::string_view extension, const ImageFormat& image, const Values& of_format = {});

// Whether a file with this extension holds the colours of such an image, but not its alpha.
bool lacks_alpha(std::string_view extension, const ImageFormat& image, const Values& of_format = {});

// What readers of a file of this codec will not know of the image in it, which is as `writable` says: white,
// light, colour model. A sentence for each, with what says it again when the file is loaded. Whether numbers
// are encoded or data makes no difference as long as nobody asks for light, and then it is asked for: so that
// is no loss.
std::vector<std::string> lost_meaning(const Codec& codec, const ImageFormat& image);
// The profile that says to readers how the floats of such a file relate to light; none where they are
// numbers, or where the format does not go by it.
std::optional<ColourProfile> profile_of_light(const Codec& codec, const ImageFormat& image);

// Whether files with this extension can be written at all, and where they cannot, what is said about it.
bool can_write(std::string_view extension);
std::string cannot_write(std::string_view extension);

}  // namespace sluice
