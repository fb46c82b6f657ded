// Pixels of one frame of a WebP, and of the canvas that frames are put on. Needs libwebp.
#pragma once

#include "io/webp/container.hpp"
#include "pipeline/core/host_image.hpp"

namespace sluice {

// Decodes into rows of u8 in R G B (A), padded to four samples or not. What is damaged is an Error(input);
// what was decoded until then is there. REQUIRES: the size is that of the frame.
void decode_webp_frame(const FileBytes& file, const WebpFrame& frame, const HostView& rows);
// Bytes that this takes beside the rows.
std::size_t webp_frame_memory(const WebpFrame& frame);

// Which frames decide what the canvas shows behind frame `last` (from 0): those from `first` on.
struct WebpRun {
    std::size_t first = 0;
    bool opaque = false;         // all of the canvas is, behind each frame from `first` to `last`
    bool always_opaque = false;  // behind those before, too
};
WebpRun webp_run(const WebpContainer& webp, std::size_t last);

// Puts a frame on the canvas, which has colours or colours and alpha.
void draw_webp_frame(const FileBytes& file, const WebpContainer& webp, const WebpFrame& frame,
                     const HostView& canvas);
// What the frame says of its place once it was shown.
void clear_webp_frame(const WebpFrame& frame, const HostView& canvas);

}  // namespace sluice
