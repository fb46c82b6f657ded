#include "io/memory.hpp"
#include "io/read.hpp"
#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Load {
    std::string path;
    std::size_t max_pixels = 0;
    bool lenient = false;
    int page = 1;
};

ReadOptions options(const Load& p, const Destination& destination = {}) {
    ReadOptions options;
    options.destination = destination;
    options.max_pixels = p.max_pixels;
    options.lenient = p.lenient;
    options.page = p.page;
    return options;
}

}  // namespace

StageDef load() {
    return source<Load>("load", "Reads a picture from a file; EXIF orientation is applied, depth is kept.")
        .param("path", &Load::path, "The file; - is stdin.", required, path)
        .param("max_pixels", &Load::max_pixels,
               "A picture of more is refused by its header; 0 allows what takes 1 GiB in memory.", unit("px"))
        .param("lenient", &Load::lenient,
               "Accept a picture whose data ends early or is damaged, with a warning.")
        .param("page", &Load::page,
               "Of a TIFF with several; 0 takes all, which must be of one format, as layers of one image.",
               at_least(0))
        .probe([](const Load& p) { return sluice::probe(p.path, options(p)); })
        .decode([](const Load& p, const Destination& wanted, const Warn& warn) {
            return read(p.path, options(p, wanted), warn);
        })
        .memory([](const Load& p, const ImageFormat& format) { return memory_to_read(p.path, format); })
        .rows([](const Load& p, const ImageFormat&) { return memory_to_read_rows(p.path, options(p)); })
        .open([](const Load& p, const Warn& warn) { return open_rows(p.path, options(p), warn); });
}

}  // namespace sluice::stages
