// High dynamic range: pictures whose values are those of PQ or HLG (ITU-R BT.2100).
#pragma once

#include "io/matrix3.hpp"
#include "io/standard_colours.hpp"
#include "pipeline/core/host_image.hpp"

#include <array>
#include <functional>
#include <optional>

namespace sluice {

// Makes them linear light of the primaries of sRGB. 1 is 203 cd/m², the white of paper and of captions (ITU-R
// BT.2408). HLG is shown as by a screen of 1000 cd/m². Colours that sRGB lacks have negative numbers. A
// value: any thread may use it.
class HdrLight {
public:
    enum class Curve { pq, hlg };
    // REQUIRES: colours of the primaries fill an area, and no y is 0.
    HdrLight(Curve curve, const Primaries& primaries);
    // Nothing if the picture is neither. Primaries that are not said are those of BT.2100.
    static std::optional<HdrLight> of(const CodedColours& colours);

    // What an image of such a file is: floats of linear light.
    static ImageFormat format(ImageFormat coded);
    // `read` fills a view of the format `coded` with the codes: u8, u16 or f32, 1 or 3 colours and perhaps
    // alpha, which stays. `light` is f32 and has the same size and channels, interleaved.
    void fill(const HostView& light, const ImageFormat& coded,
              const std::function<void(const HostView& codes)>& read) const;

private:
    void convert(const ConstHostView& codes, const HostView& light) const;
    float light_of(double code) const;  // of one channel; of HLG that of the scene
    std::array<float, 3> shown(std::array<float, 3> own) const;
    template <class Code, class LightOf>
    void convert_codes(const ConstHostView& codes, const HostView& light, LightOf light_of) const;
    template <class Code>
    void convert_integers(const ConstHostView& codes, const HostView& light) const;

    Curve curve_;
    std::array<float, 3> luminance_;  // of R, G and B
    std::array<float, 9> to_srgb_;
};

}  // namespace sluice
