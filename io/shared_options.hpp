// Options that several formats have. A name means the same in all of them, so it is declared here, once; each
// codec has a member of that name in its struct, whose initialiser is the default of the format.
#pragma once

#include "pipeline/core/declared.hpp"

namespace sluice {

template <class P>
void declare_quality(Declared<P>& options) {
    options.param("quality", &P::quality, "A higher value looks better and makes a larger file.",
                  range(1, 100));
}

template <class P>
void declare_compression(Declared<P>& options) {
    options.param("compression", &P::compression,
                  "Compression: 0 is none, 9 makes the smallest file and is slow.", range(0, 9),
                  option("png_level"));
}

}  // namespace sluice
