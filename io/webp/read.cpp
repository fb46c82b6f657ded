#include "io/exif/exif.hpp"
#include "io/exif/orientation.hpp"
#include "io/pages.hpp"
#include "io/resolution.hpp"
#include "io/rows.hpp"
#include "io/webp/frame.hpp"
#include "io/webp/webp.hpp"
#include "pipeline/core/message.hpp"

#include <webp/decode.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

namespace sluice {
namespace {

// As rows lie there; of all frames, of one of them as it is shown.
FileHeader header_of(const WebpContainer& webp, int page) {
    const WebpRun run = webp_run(webp, webp.frames.size() - 1);
    FileHeader header;
    header.format.width = webp.width;
    header.format.height = webp.height;
    header.format.channels = (page == 0 ? run.always_opaque : run.opaque) ? 3 : 4;
    header.orientation = exif_orientation(webp.exif);
    return header;
}

WebpContainer container_to(const FileBytes& file, int page) {
    WebpContainer webp = webp_container(file, static_cast<std::size_t>(page));
    if (page > 1 && webp.frames.size() < static_cast<std::size_t>(page)) {
        if (webp.ended) throw EndOfData();
        throw_no_page(page, webp.count);
    }
    return webp;
}

class WebpRows : public FileRows {
public:
    WebpRows(const FileBytes& file, const DecodeOptions& options, const Warn& warn)
        : file_(file), page_(options.page), webp_(container_to(file, options.page)) {
        const FileHeader header = header_of(webp_, page_);
        at_once = "WebP is always decoded as a whole";
        stored_ = format = header.format;
        orientation = header.orientation;
        metadata.icc = std::move(webp_.icc);
        metadata.xmp = upright_xmp(webp_.xmp);
        metadata.exif = upright_exif(webp_.exif);
        if (!webp_.exif.empty() && metadata.exif.empty()) warn("its EXIF data is left out: it is broken");
        for (const std::string_view name : webp_.too_large)
            warn("its " + std::string(name) + " is left out: it is larger than 8 MiB");
        metadata.resolution = exif_resolution(webp_.exif);
        if (page_ != 0) return;
        // Each layer is turned upright by itself.
        turned_ = std::exchange(orientation, 1);
        format = upright(stored_, turned_);
        format.layers = webp_.frames.size();
        metadata.resolution = turned(metadata.resolution, turned_);
        if (!webp_.animated) return;
        for (const WebpFrame& frame : webp_.frames) metadata.animation.delays.push_back(frame.delay);
        metadata.animation.plays = webp_.plays;
    }

    void read(const HostView& rows) override {
        if (!webp_.animated) {
            decode_webp_frame(file_, webp_.frames.front(), rows);
        } else if (page_ == 0) {
            read_layers(rows);
        } else {
            const std::size_t last = webp_.frames.size() - 1;
            clear(rows);
            for (std::size_t i = webp_run(webp_, last).first; i <= last; ++i) draw(i, rows);
        }
        if (webp_.ended) throw EndOfData();
    }

    std::size_t memory() override {
        std::size_t most = 0;
        for (const WebpFrame& frame : webp_.frames)
            most = std::max(most,
                            webp_frame_memory(frame) + (webp_.animated ? 4 * frame.width * frame.height : 0));
        const std::size_t canvases = page_ == 0 ? 2 * 4 * stored_.pixels() : 0;
        return most + canvases + webp_.frames.size() * sizeof(WebpFrame);
    }

    std::size_t pages() override { return webp_.count; }
    std::vector<Wording> warnings() override {
        if (page_ == 0 || webp_.count < 2) return {};
        return {only_page(page_, std::to_string(webp_.count))};
    }

private:
    void draw(std::size_t i, const HostView& canvas) {
        if (i > 0 && webp_.frames[i - 1].cleared) clear_webp_frame(webp_.frames[i - 1], canvas);
        draw_webp_frame(file_, webp_, webp_.frames[i], canvas);
    }

    void read_layers(const HostView& rows) {
        HostImage canvas(stored_, {rows.packed_pixels() ? Layout::packed : Layout::device});
        canvas.clear();
        for (std::size_t i = 0; i < webp_.frames.size(); ++i) {
            draw(i, canvas.view());
            const HostImage layer = turned_ == 1 ? HostImage() : upright(HostImage(canvas), turned_);
            const HostImage& shown = turned_ == 1 ? canvas : layer;
            for (std::size_t y = 0; y < format.height; ++y)
                std::memcpy(rows.row(i * format.height + y), shown.row(y), format.width * rows.step());
        }
    }

    FileBytes file_;
    int page_;
    WebpContainer webp_;
    ImageFormat stored_;  // of the canvas
    int turned_ = 1;      // how layers are turned, in the place of `orientation`
};

}  // namespace

std::string webp_library() {
    const int version = WebPGetDecoderVersion();
    return "libwebp " + std::to_string(version >> 16) + "." + std::to_string(version >> 8 & 255) + "." +
           std::to_string(version & 255);
}

FileHeader webp_header(const FileBytes& file, int page) {
    const WebpContainer webp = container_to(file, page);
    FileHeader header = header_of(webp, page);
    if (page != 0) return header;
    header.format = upright(header.format, std::exchange(header.orientation, 1));
    header.format.layers = webp.frames.size();
    return header;
}

std::unique_ptr<FileRows> webp_open(const FileBytes& file, const DecodeOptions& options, const Warn& warn) {
    return std::make_unique<WebpRows>(file, options, warn);
}

}  // namespace sluice
