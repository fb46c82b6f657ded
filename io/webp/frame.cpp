#include "io/webp/frame.hpp"

#include <webp/decode.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>

namespace sluice {
namespace {

constexpr std::size_t piece = std::size_t{64} << 10;  // read at a time

struct DeleteWebpDecoder {
    void operator()(WebPIDecoder* decoder) const { WebPIDelete(decoder); }
};

void check_webp(VP8StatusCode status, bool all) {
    switch (status) {
        case VP8_STATUS_OK: return;
        case VP8_STATUS_OUT_OF_MEMORY: throw std::bad_alloc();
        case VP8_STATUS_SUSPENDED:
        case VP8_STATUS_NOT_ENOUGH_DATA:
            if (all) throw EndOfData();
            return;
        default: throw_input("it is a broken WebP: its data is damaged");
    }
}

bool covers(const WebpContainer& webp, const WebpFrame& frame) {
    return frame.width == webp.width && frame.height == webp.height;
}
// Whether nothing is left of what the canvas had.
bool replaces_all(const WebpContainer& webp, const WebpFrame& frame) {
    return covers(webp, frame) && !frame.blended;
}

HostView place_of(const WebpFrame& frame, HostView canvas) {
    canvas.data = canvas.row(frame.top) + frame.left * canvas.step();
    canvas.format.width = frame.width;
    canvas.format.height = frame.height;
    canvas.format.layers = 1;
    return canvas;
}

std::uint8_t* samples_of(const HostView& rows, std::size_t y) {
    return reinterpret_cast<std::uint8_t*>(rows.row(y));
}

// `src` over `dst`, both with straight alpha, rounded once. Without alpha `dst` is opaque.
void blend_over(const std::uint8_t* src, std::uint8_t* dst, bool alpha) {
    const unsigned above = src[3], below = alpha ? dst[3] : 255u;
    if (above == 0) return;
    const unsigned shows = below * (255 - above);  // of what is below, in 255ths of 255
    const unsigned all = 255 * above + shows;      // the alpha of both, likewise
    for (int c = 0; c < 3; ++c)
        dst[c] = static_cast<std::uint8_t>((255 * above * src[c] + shows * dst[c] + all / 2) / all);
    if (alpha) dst[3] = static_cast<std::uint8_t>((all + 127) / 255);
}

}  // namespace

void decode_webp_frame(const FileBytes& file, const WebpFrame& frame, const HostView& rows) {
    const bool four = rows.step() == 4;
    WebPDecoderConfig config;
    WebPInitDecoderConfig(&config);
    config.output.colorspace = four ? MODE_RGBA : MODE_RGB;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = samples_of(rows, 0);
    config.output.u.RGBA.stride = static_cast<int>(rows.pitch);
    config.output.u.RGBA.size = rows.pitch * (frame.height - 1) + frame.width * rows.step();
    const std::unique_ptr<WebPIDecoder, DeleteWebpDecoder> decoder(WebPIDecode(nullptr, 0, &config));
    if (!decoder) throw std::bad_alloc();

    // All bytes stay where they are, so that libwebp copies none. It begins anew where a header is not there
    // as a whole: it gets so much more each time that this does not add up.
    std::vector<std::uint8_t> coded(frame.size);
    for (std::size_t have = 0, next = 0; have < frame.size;) {
        const Bytes part = file.at(frame.at + have, std::min(piece, frame.size - have));
        if (part.empty()) break;
        std::memcpy(coded.data() + have, part.data(), part.size());
        have += part.size();
        if (have < next && have < frame.size) continue;
        const VP8StatusCode status = WebPIUpdate(decoder.get(), coded.data(), have);
        check_webp(status, have == frame.size);
        if (status == VP8_STATUS_OK) return;
        next = have + std::max(piece, have / 8);
    }
    throw EndOfData();
}

std::size_t webp_frame_memory(const WebpFrame& frame) {
    constexpr std::size_t more = std::size_t{1} << 20, row = 128, codes = std::size_t{32} << 20;
    const std::size_t pixels = frame.width * (frame.height + 17);
    const std::size_t of_lossless = 4 * pixels + std::min(codes, 1000 * frame.size);
    return frame.size + more + row * frame.width +
           (frame.lossless ? of_lossless
            : frame.alpha  ? of_lossless + pixels
                           : 0);
}

WebpRun webp_run(const WebpContainer& webp, std::size_t last) {
    WebpRun run;
    run.always_opaque = true;
    for (std::size_t i = 0; i <= last; ++i) {
        const WebpFrame& frame = webp.frames[i];
        if (i > 0 && webp.frames[i - 1].cleared) {
            if (covers(webp, webp.frames[i - 1])) run.first = i;
            run.opaque = false;
        }
        if (replaces_all(webp, frame)) {
            run.first = i;
            run.opaque = !frame.alpha;
        } else if (frame.alpha && !frame.blended) {
            run.opaque = false;
        }
        run.always_opaque = run.always_opaque && run.opaque;
    }
    return run;
}

void draw_webp_frame(const FileBytes& file, const WebpContainer& webp, const WebpFrame& frame,
                     const HostView& canvas) {
    const HostView place = place_of(frame, canvas);
    const bool alpha = canvas.format.has_alpha();
    if (replaces_all(webp, frame)) return decode_webp_frame(file, frame, place);
    ImageFormat format = place.format;
    format.channels = frame.alpha ? 4 : 3;
    HostImage image(format);
    // What is not decoded stays transparent.
    const auto draw = [&] {
        for (std::size_t y = 0; y < frame.height; ++y) {
            const std::uint8_t* src = image.as<std::uint8_t>(y);
            std::uint8_t* dst = samples_of(place, y);
            for (std::size_t x = 0; x < frame.width; ++x, src += format.channels, dst += place.step()) {
                if (frame.blended) {
                    blend_over(src, dst, alpha);
                } else {
                    std::copy_n(src, 3, dst);
                    if (alpha) dst[3] = frame.alpha ? src[3] : 255;
                }
            }
        }
    };
    try {
        decode_webp_frame(file, frame, image.view());
    } catch (const Error&) {
        if (frame.blended) draw();
        throw;
    }
    draw();
}

void clear_webp_frame(const WebpFrame& frame, const HostView& canvas) {
    const HostView place = place_of(frame, canvas);
    for (std::size_t y = 0; y < frame.height; ++y) std::memset(place.row(y), 0, frame.width * place.step());
}

}  // namespace sluice
