#include "pipeline/sluice/batch/options.hpp"

#include "io/codecs.hpp"

namespace sluice {
namespace {

constexpr double most_threads = 1024, most_in_flight = 64, most_seconds = 1e6;

Declared<BatchOptions> declared() {
    using Options = BatchOptions;
    return Declared<Options>()
        .param("recursive", &Options::recursive, "look into folders inside of folders too", letter('r'))
        .param("glob", &Options::glob, "only files in folders whose name matches, such as '*.jpg'",
               shown_as("PATTERN"))
        .param("base", &Options::base,
               "mirror the tree below this folder; default: below each folder that is named as an INPUT",
               shown_as("DIR"))
        .param("name", &Options::name, "names of the results; {parent}, {index} and {index:4} too",
               shown_as("NAME"))
        .param("format", &Options::format, "save all in this format; default: as the input, or png",
               such_as(written_extensions()), shown_as("EXT"))
        .param("overwrite", &Options::overwrite,
               "what becomes of results that exist: never replaced (an error, the default), skip (they count "
               "as done), newer (replaced where the input was changed since) or always",
               shown_as("WHEN"))
        .param("follow", &Options::follow, "as root: write where links in the output folder lead")
        .param("unchanged", &Options::unchanged,
               "copy the files of pictures that stay as they are, or encode them again", shown_as("HOW"))
        .param("on_error", &Options::on_error, "skip the file, or stop after it", shown_as("WHAT"))
        .param("jobs", &Options::jobs, "threads that decode and encode; default: one for each core",
               range(0, most_threads), letter('j'))
        .param("in_flight", &Options::in_flight, "pictures on the device at once", range(1, most_in_flight))
        .param(
            "limit_memory", &Options::limit_memory,
            "memory that the program may take, such as 2G: large pictures go through in strips, others wait "
            "for room, or fail; default: three quarters of the machine's",
            unit("bytes"), shown_as("SIZE"))
        .param("device_timeout", &Options::device_timeout,
               "give a device up that takes longer for one command, or for compiling a kernel; default: wait",
               range(0, most_seconds), unit("s"), shown_as("SECONDS"))
        .param(
            "storage", &Options::storage,
            "where images lie on the device: auto, image, buffer, natural (an image object with a pixel in "
            "each texel) or rows (a buffer, as on the host)",
            shown_as("KIND"))
        .param("manifest", &Options::manifest,
               "write what became of each file, a line of JSON each; - is stdout", shown_as("FILE"))
        .param("resume", &Options::resume,
               "go on with the run that wrote the manifest: what is done and unchanged is left as it is");
}

}  // namespace

const Declared<BatchOptions>& batch_options() {
    static const Declared<BatchOptions> options = declared();
    return options;
}

}  // namespace sluice
