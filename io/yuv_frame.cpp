#include "io/yuv_frame.hpp"

#include <algorithm>

namespace sluice {
namespace {

// What numbers of a frame mean, with those of a matrix.
struct YuvNumbers {
    float black, neutral;                         // code values
    float luma, red_v, green_u, green_v, blue_u;  // to R G B
    float y_red, y_green, y_blue;                 // from R G B
    float u_of, v_of;   // of blue and red without the brightness, which is a part of white
    float white, most;  // of the pixels, and of the frame
    int shift;
};

YuvNumbers yuv_numbers(const YuvFrame& frame, double white) {
    const YuvLevels levels = levels_of(frame.range, frame.pixel, frame.white);
    const YuvWeights w = weights_of(frame.matrix);
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
            real(white),
            real(frame.white),
            frame.shift};
}

template <class T>
T yuv_rounded(float v, float most) {
    return static_cast<T>(std::min(std::max(v, 0.0f), most) + 0.5f);
}

// Numbers of a frame, one after the other. `plain`: side by side, in the low bits.
template <class T, bool plain>
struct YuvReading {
    const T* at;
    std::size_t step;
    int shift;

    float operator()(std::size_t i) const {
        return static_cast<float>(plain ? at[i] : at[i * step] >> shift);
    }
};
template <class T, bool plain>
struct YuvWriting {
    T* at;
    std::size_t step;
    int shift;
    float most;

    void operator()(std::size_t i, float v) const {
        const T number = yuv_rounded<T>(v, most);
        if (plain)
            at[i] = number;
        else
            at[i * step] = static_cast<T>(number << shift);
    }
};

template <bool plain, class T>
void yuv_decode_rows(const YuvFrame& frame, const YuvNumbers& n, const T* samples, const HostView& dst) {
    const auto row = [&](const YuvPlane& plane, std::size_t y) {
        return YuvReading<T, plain>{samples + plane.at + y * plane.row, plane.step, n.shift};
    };
    const std::size_t width = frame.width, step = dst.step();
    for (std::size_t y = 0; y < frame.height; ++y) {
        const auto luma = row(frame.y, y);
        T* to = reinterpret_cast<T*>(dst.row(y));
        if (frame.across == 0) {
            for (std::size_t x = 0; x < width; ++x)
                to[x * step] = yuv_rounded<T>((luma(x) - n.black) * n.luma, n.white);
            continue;
        }
        const auto u = row(frame.u, y / frame.down), v = row(frame.v, y / frame.down);
        const std::size_t halves = frame.across == 2 ? 1 : 0;
        for (std::size_t x = 0; x < width; ++x, to += step) {
            const float b = u(x >> halves) - n.neutral, r = v(x >> halves) - n.neutral;
            const float light = (luma(x) - n.black) * n.luma;
            to[0] = yuv_rounded<T>(light + n.red_v * r, n.white);
            to[1] = yuv_rounded<T>(light + n.green_u * b + n.green_v * r, n.white);
            to[2] = yuv_rounded<T>(light + n.blue_u * b, n.white);
        }
    }
}

template <class T, class To>
void yuv_encode_luma(const YuvNumbers& n, const T* from, std::size_t step, std::size_t width, bool grey,
                     const To& to) {
    for (std::size_t x = 0; x < width; ++x, from += step) {
        const auto of = [&](std::size_t c) { return static_cast<float>(from[grey ? 0 : c]); };
        const float light = grey ? of(0) : n.y_red * of(0) + n.y_green * of(1) + n.y_blue * of(2);
        to(x, n.black + light / n.luma);
    }
}

template <bool plain, class T>
void yuv_encode_rows(const YuvFrame& frame, const YuvNumbers& n, const ConstHostView& src, T* samples) {
    const auto plane_row = [&](const YuvPlane& plane, std::size_t y) {
        return YuvWriting<T, plain>{samples + plane.at + y * plane.row, plane.step, n.shift, n.most};
    };
    const std::size_t width = frame.width, height = frame.height, step = src.step();
    const auto row = [&](std::size_t y) {
        return reinterpret_cast<const T*>(src.row(std::min(y, height - 1)));
    };
    for (std::size_t y = 0; y < height; ++y)
        yuv_encode_luma(n, row(y), step, width, frame.across == 0, plane_row(frame.y, y));
    if (frame.across == 0) return;
    const float share = 1.0f / static_cast<float>(frame.across * frame.down);
    for (std::size_t y = 0; y < frame.rows_of_differences(); ++y) {
        const auto u = plane_row(frame.u, y), v = plane_row(frame.v, y);
        for (std::size_t x = 0; x < frame.columns_of_differences(); ++x) {
            float r = 0, g = 0, b = 0;  // sums of those that share
            for (std::size_t dy = 0; dy < frame.down; ++dy)
                for (std::size_t dx = 0; dx < frame.across; ++dx) {
                    const T* from =
                        row(y * frame.down + dy) + step * std::min(x * frame.across + dx, width - 1);
                    r += static_cast<float>(from[0]);
                    g += static_cast<float>(from[1]);
                    b += static_cast<float>(from[2]);
                }
            const float light = n.y_red * r + n.y_green * g + n.y_blue * b;
            u(x, n.neutral + (b - light) * share * n.u_of);
            v(x, n.neutral + (r - light) * share * n.v_of);
        }
    }
}

}  // namespace

void YuvFrame::planar() {
    y = {0, 1, width};
    samples = width * height;
    if (across == 0) return;
    const std::size_t columns = columns_of_differences(), plane = columns * rows_of_differences();
    u = {samples, 1, columns};
    v = {samples + plane, 1, columns};
    samples += 2 * plane;
}

void yuv_decode(const YuvFrame& layout, const std::uint8_t* frame, const HostView& pixels) {
    const YuvNumbers n = yuv_numbers(layout, pixels.format.white_value());
    if (layout.pixel == Pixel::u16) {
        const auto* samples = reinterpret_cast<const std::uint16_t*>(frame);
        if (layout.plain()) return yuv_decode_rows<true>(layout, n, samples, pixels);
        return yuv_decode_rows<false>(layout, n, samples, pixels);
    }
    if (layout.plain()) return yuv_decode_rows<true>(layout, n, frame, pixels);
    yuv_decode_rows<false>(layout, n, frame, pixels);
}

void yuv_encode(const YuvFrame& layout, const ConstHostView& pixels, std::uint8_t* frame) {
    const YuvNumbers n = yuv_numbers(layout, pixels.format.white_value());
    if (layout.pixel == Pixel::u16) {
        auto* samples = reinterpret_cast<std::uint16_t*>(frame);
        if (layout.plain()) return yuv_encode_rows<true>(layout, n, pixels, samples);
        return yuv_encode_rows<false>(layout, n, pixels, samples);
    }
    if (layout.plain()) return yuv_encode_rows<true>(layout, n, pixels, frame);
    yuv_encode_rows<false>(layout, n, pixels, frame);
}

}  // namespace sluice
