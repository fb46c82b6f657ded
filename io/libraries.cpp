#include "io/libraries.hpp"

#include <cstdio>

#include <jpeglib.h>
#include <png.h>
#include <zlib.h>
#ifdef SLUICE_TIFF
#include <tiffio.h>
#endif
#ifdef SLUICE_LIBDEFLATE
#include <libdeflate.h>
#endif
#ifdef SLUICE_LCMS
#include <lcms2.h>
#endif

#define SLUICE_QUOTED(text) #text
#define SLUICE_TEXT_OF(macro) SLUICE_QUOTED(macro)

namespace sluice {
namespace {

std::string jpeg_library() {
#ifdef LIBJPEG_TURBO_VERSION
    return "libjpeg-turbo " SLUICE_TEXT_OF(LIBJPEG_TURBO_VERSION);
#else
    return "libjpeg " SLUICE_TEXT_OF(JPEG_LIB_VERSION);
#endif
}

#ifdef SLUICE_TIFF
// "LIBTIFF, Version 4.5.0", and lines about copyright.
std::string tiff_library() {
    const std::string text = TIFFGetVersion();
    const std::size_t first = text.find_first_of("0123456789");
    if (first == std::string::npos) return "libtiff";
    return "libtiff " + text.substr(first, text.find_first_not_of("0123456789.", first) - first);
}
#endif

}  // namespace

std::vector<std::string> picture_libraries() {
    std::vector<std::string> libraries = {jpeg_library(),
                                          std::string("libpng ") + png_get_libpng_ver(nullptr)};
#ifdef SLUICE_TIFF
    libraries.push_back(tiff_library());
#endif
#ifdef SLUICE_LIBDEFLATE
    libraries.emplace_back("libdeflate " LIBDEFLATE_VERSION_STRING);
#endif
    libraries.push_back(std::string("zlib ") + zlibVersion());
    libraries.emplace_back("libexif " SLUICE_LIBEXIF_VERSION);
#ifdef SLUICE_LCMS
    const int lcms = cmsGetEncodedCMMversion();  // 2140 is 2.14
    libraries.push_back("Little CMS " + std::to_string(lcms / 1000) + "." + std::to_string(lcms % 1000 / 10));
#endif
    return libraries;
}

}  // namespace sluice
