#include "io/y4m/y4m.hpp"

#include <algorithm>
#include <cmath>

namespace sluice {
namespace {

// Numbers that a frame holds in place of brightness and colour differences, and back, with those of a matrix.
struct Y4mNumbers {
    float black, neutral;                         // code values
    float luma, red_v, green_u, green_v, blue_u;  // to R G B
    float y_red, y_green, y_blue;                 // from R G B
    float u_of, v_of;  // of blue and red without the brightness, which is a part of white
    float most;        // white
};

Y4mNumbers y4m_numbers(const Y4mHeader& header, YuvMatrix matrix) {
    const double white = header.format.white_value();
    const YuvLevels levels = levels_of(header.range, header.format.pixel, white);
    const YuvWeights w = weights_of(matrix);
    const double of = white / levels.chroma;
    const auto real = [](double v) { return static_cast<float>(v); };
    return {real(levels.black),
            real(levels.neutral),
            real(white / levels.luma),
            real(of * 2 * (1 - w.red)),
            real(-of * 2 * (1 - w.blue) * w.blue / w.green()),
            real(-of * 2 * (1 - w.red) * w.red / w.green()),
            real(of * 2 * (1 - w.blue)),
            real(w.red),
            real(w.green()),
            real(w.blue),
            real(levels.chroma / white / 2 / (1 - w.blue)),
            real(levels.chroma / white / 2 / (1 - w.red)),
            real(white)};
}

template <class T>
T y4m_sample(float v, float most) {
    return static_cast<T>(std::min(std::max(v, 0.0f), most) + 0.5f);
}

template <class T>
void decode_rows(const Y4mHeader& header, const Y4mNumbers& n, const std::uint8_t* frame,
                 const HostView& dst) {
    const auto* luma = reinterpret_cast<const T*>(frame);
    const T* differences = luma + header.luma_samples();
    const std::size_t width = header.format.width, step = dst.step();
    for (std::size_t y = 0; y < header.format.height; ++y, luma += width) {
        T* to = reinterpret_cast<T*>(dst.row(y));
        if (header.across == 0) {
            for (std::size_t x = 0; x < width; ++x)
                to[x * step] = y4m_sample<T>((static_cast<float>(luma[x]) - n.black) * n.luma, n.most);
            continue;
        }
        const T* u = differences + y / header.down * header.columns_of_differences();
        const T* v = u + header.difference_samples();
        const std::size_t shift = header.across == 2 ? 1 : 0;
        for (std::size_t x = 0; x < width; ++x, to += step) {
            const float b = static_cast<float>(u[x >> shift]) - n.neutral;
            const float r = static_cast<float>(v[x >> shift]) - n.neutral;
            const float light = (static_cast<float>(luma[x]) - n.black) * n.luma;
            to[0] = y4m_sample<T>(light + n.red_v * r, n.most);
            to[1] = y4m_sample<T>(light + n.green_u * b + n.green_v * r, n.most);
            to[2] = y4m_sample<T>(light + n.blue_u * b, n.most);
        }
    }
}

// Of a row; where no colours are shared, `red` to `blue` are left out.
template <class T>
void encode_luma(const Y4mNumbers& n, const T* from, std::size_t step, std::size_t width, bool grey, T* to) {
    for (std::size_t x = 0; x < width; ++x, from += step) {
        const auto of = [&](std::size_t c) { return static_cast<float>(from[grey ? 0 : c]); };
        const float light = grey ? of(0) : n.y_red * of(0) + n.y_green * of(1) + n.y_blue * of(2);
        to[x] = y4m_sample<T>(n.black + light / n.luma, n.most);
    }
}

template <class T>
void encode_rows(const Y4mHeader& header, const Y4mNumbers& n, const ConstHostView& src,
                 std::uint8_t* frame) {
    T* luma = reinterpret_cast<T*>(frame);
    const std::size_t width = header.format.width, height = header.format.height, step = src.step();
    const auto row = [&](std::size_t y) {
        return reinterpret_cast<const T*>(src.row(std::min(y, height - 1)));
    };
    for (std::size_t y = 0; y < height; ++y)
        encode_luma(n, row(y), step, width, header.across == 0, luma + y * width);
    if (header.across == 0) return;
    const std::size_t columns = header.columns_of_differences();
    T* u = luma + header.luma_samples();
    T* v = u + header.difference_samples();
    const float share = 1.0f / static_cast<float>(header.across * header.down);
    for (std::size_t y = 0; y < header.rows_of_differences(); ++y)
        for (std::size_t x = 0; x < columns; ++x, ++u, ++v) {
            float r = 0, g = 0, b = 0;  // sums of those that share
            for (std::size_t dy = 0; dy < header.down; ++dy)
                for (std::size_t dx = 0; dx < header.across; ++dx) {
                    const T* from =
                        row(y * header.down + dy) + step * std::min(x * header.across + dx, width - 1);
                    r += static_cast<float>(from[0]);
                    g += static_cast<float>(from[1]);
                    b += static_cast<float>(from[2]);
                }
            const float light = n.y_red * r + n.y_green * g + n.y_blue * b;
            *u = y4m_sample<T>(n.neutral + (b - light) * share * n.u_of, n.most);
            *v = y4m_sample<T>(n.neutral + (r - light) * share * n.v_of, n.most);
        }
}

}  // namespace

void y4m_decode(const Y4mHeader& header, YuvMatrix matrix, Bytes frame, const HostView& dst) {
    const Y4mNumbers n = y4m_numbers(header, matrix);
    if (header.format.pixel == Pixel::u8)
        decode_rows<std::uint8_t>(header, n, frame.data(), dst);
    else
        decode_rows<std::uint16_t>(header, n, frame.data(), dst);
}

void y4m_encode(const Y4mHeader& header, YuvMatrix matrix, const ConstHostView& src, std::uint8_t* frame) {
    const Y4mNumbers n = y4m_numbers(header, matrix);
    if (header.format.pixel == Pixel::u8)
        encode_rows<std::uint8_t>(header, n, src, frame);
    else
        encode_rows<std::uint16_t>(header, n, src, frame);
}

}  // namespace sluice
