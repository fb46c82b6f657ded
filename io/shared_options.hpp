// Options of several formats. A name means the same in all of them, so it is declared once, here. Each codec
// has a member of that name in its struct; the initializer is the default of the format.
#pragma once

#include "pipeline/core/declared.hpp"
#include "pipeline/core/yuv.hpp"

namespace sluice {

template <class P>
void declare_quality(Declared<P>& options) {
    options.param("quality", &P::quality, "A higher value looks better and makes a larger file.",
                  range(1, 100));
}

template <class P, class... More>
void declare_effort(Declared<P>& options, const More&... more) {
    options.param("effort", &P::effort,
                  "A higher value makes a smaller file and takes longer. auto depends on the format and on "
                  "lossless.",
                  more...);
}

template <class P>
void declare_lossless(Declared<P>& options) {
    options.param("lossless", &P::lossless, "Store every pixel as it is. quality has no effect then.");
}

template <class P>
void declare_compression(Declared<P>& options) {
    options.param("compression", &P::compression,
                  "Compression level, from 0 (none) to 9 (smallest file, slow).", range(0, 9));
}

// Of formats of video. `more`: the option of commands.
template <class P, class... More>
void declare_yuv_matrix(Declared<P>& options, const More&... more) {
    options.param("matrix", &P::matrix, yuv_matrix_doc, more...);
}
template <class P, class... More>
void declare_yuv_range(Declared<P>& options, const More&... more) {
    options.param("range", &P::range, yuv_range_doc, more...);
}

// Of palettes. `more`: what it is where all colours are kept.
template <class P, class... More>
void declare_colors(Declared<P>& options, const More&... more) {
    options.param("colors", &P::colors, "Number of colours of the palette.", range(2, 256), more...)
        .param("palette_dither", &P::palette_dither,
               "Dithering when colours are replaced by those of a palette. diffusion: spreads the error of "
               "each pixel over its neighbours (Floyd-Steinberg). none: each pixel gets the nearest colour.");
}

}  // namespace sluice
