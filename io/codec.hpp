// A codec: one file format, as a value. A folder of io/ with a codec.cpp is one, or several that are kin:
//
//   namespace sluice::formats {
//   std::vector<Codec> png() { ... }
//   }
//
// The build finds it (codecs.cmake); codecs.hpp has all of them.
#pragma once

#include "io/nodata.hpp"
#include "pipeline/core/format.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/core/rows.hpp"
#include "pipeline/core/value.hpp"
#include "pipeline/core/warn.hpp"
#include "pipeline/files/bytes.hpp"
#include "pipeline/files/output.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sluice {

struct DecodeOptions {
    bool lenient = false;  // data that ends early or is damaged gives what could be read, and a warning
    int page = 1;          // of a file that holds several pictures; 0 = all, as the layers of one image
    int shrink = 1;        // one of the codec's, or 1: how much smaller, in both directions
    std::optional<Space> space = {};  // how values relate to light, whatever the file says
    Nodata nodata = {};
    Values own = {};  // of Codec::load_options, converted; defaults may be left out
};

struct EncodeOptions {
    Values own = {};             // of Codec::save_options, likewise
    bool little_memory = false;  // a writer keeps some rows only, though that takes longer
};

// What a file of a format can hold; what `save` asks of the planner follows from it (save_format.hpp).
struct Capabilities {
    // How floats relate to light: they are numbers as they stand; linear light, by the definition of the
    // format, or those of colours alone are; a profile says it, and without one they are numbers. Integers
    // are sRGB encoded.
    enum class Floats { numbers, linear, linear_colours, profiled };

    std::vector<Pixel> pixels;
    std::vector<int> channels;
    Floats floats = Floats::numbers;
    bool as_they_are = false;  // integers are written as they are too, whatever they mean
    bool white = false;        // the header says a whole white of integers
    bool negative = true;      // holds floats below 0, where it holds floats
    bool icc = false;
    bool exif = false;
    bool xmp = false;
    bool resolution = false;
    bool png_color = false;
    bool nodata = false;
    bool layers = false;
    bool animation = false;             // says how long each layer is shown
    bool data = false;                  // two channels need not be grey and alpha
    std::size_t max_side = 0x7fffffff;  // pixels
    bool lanes = false;                 // `write` takes three channels in four samples too

    // What readers take the values of such a file for that says nothing else of them.
    Space read_as(const ImageFormat& format) const {
        if (is_integer(format.pixel)) return Space::encoded;
        const bool light =
            floats == Floats::linear || (floats == Floats::linear_colours && format.colors() == 3);
        return light ? Space::linear : Space::data;
    }
};

// What a codec allocates beside the image, at most, in sizes of the packed image: `Codec::read` also beside
// the bytes of the file, writing with those of the file that it makes. Codecs allocate nothing else that
// grows with the image. FileRows says itself what `Codec::open` takes.
struct CodecMemory {
    double read = 0;
    double write = 1.1;
    std::size_t write_more = 0;  // bytes, whatever the image
};

// What the header of a file says: the format of the picture as its rows lie there, and how that is turned.
struct FileHeader {
    FileHeader(ImageFormat stored = {}, int turned = 1) : format(stored), orientation(turned) {}

    ImageFormat format;
    int orientation;  // as exif/orientation.hpp has it
};

// The picture of a file, as its rows lie there: not turned upright yet. Open as long as this lives.
class FileRows {
public:
    virtual ~FileRows() = default;

    ImageFormat format;
    int orientation = 1;  // as exif/orientation.hpp has it
    Metadata metadata;    // upright already, but for the resolution
    // Why all rows have to be read at once: "it is interlaced"; "": they need not.
    std::string at_once;
    // Fills the next rows, of all layers where there are several. Damage is an Error(input); what was read
    // until then is there.
    virtual void read(const HostView& rows) = 0;
    // As that of a RowReader. REQUIRES: nothing is damaged, and `at_once` is "".
    virtual std::size_t skip(std::size_t /*rows*/) { return 0; }
    // Bytes that reading takes beside the rows, at most: some rows at a time, or all where `at_once` says
    // why.
    virtual std::size_t memory() { return 0; }
    // What is to be said when all rows are read, or no further ones can be.
    virtual std::vector<Wording> warnings() { return {}; }
};

// Functions of a codec keep no state and may be called from several threads at once. They throw
// Error(input) without `where`: the caller knows the path.
struct Codec {
    std::string name;                     // as in messages: "PNG"
    std::vector<std::string> extensions;  // lower case, without a dot, the usual one first
    int rank = 1000;                      // in lists, the lowest first: the more usual a format, the lower
    std::vector<std::string> libraries;   // that it is read and written with: "libpng 1.6.39"

    // What `load` and `save` take for such files beside what they take for all: Declared<P>::params() of a
    // struct of the codec, which its functions fill from DecodeOptions::own and EncodeOptions::own.
    // shared_options.hpp has those of several formats. Declared without the library, too.
    std::vector<ParamDecl> load_options, save_options;

    // Whether a file that begins with these bytes (64 KiB, or all of it) is of this format.
    std::function<bool(Bytes head)> probe;

    // No magic number tells such files, only values that are plausible: they are tried last, and text may
    // look like one.
    bool guessed = false;

    // From the header alone; no pixel is decoded. `head` may be the beginning of a file: then an Error may
    // mean that more of it is needed.
    std::function<FileHeader(Bytes head)> read_header;
    // The same of a file that can be read anywhere, for a page or a layout; in the place of read_header where
    // the header goes on behind the pixels, or where files hold several pictures.
    std::function<FileHeader(const FileBytes& file, const DecodeOptions&)> read_file_header;
    bool pages = false;  // files hold several pictures

    // A damaged file, or want of memory, may end the process in the library: commands decode such files in
    // worker processes, whether --isolate is given or not.
    bool isolated = false;

    bool raw_pictures = false;  // raw pictures of cameras are such files too, with a preview to be read

    // The library that this build lacks, so that it neither reads nor writes such files; "" when none. What
    // its codec.cmake says of it is SLUICE_LACKS for codec.cpp, and no other file of the folder is built
    // then.
    std::string missing;

    // One of these; neither: sluice cannot read such files. `read` decodes a picture in one piece, and takes
    // memory in the order of its size; `open` by its rows. `file` must outlive what `open` gives.
    std::function<HostImage(Bytes file, const DecodeOptions&, const Warn&)> read;
    std::function<std::unique_ptr<FileRows>(const FileBytes& file, const DecodeOptions&, const Warn&)> open;

    // One of these; neither: sluice cannot write such files. The order is rgb and the format one that `holds`
    // allows. `begin` takes the rows of all layers from the top; `file` must outlive what it gives.
    std::function<std::vector<std::uint8_t>(const ConstHostView&, const Metadata&, const EncodeOptions&,
                                            const Warn&)>
        write;
    std::function<std::unique_ptr<RowWriter>(Output& file, const ImageFormat&, const Metadata&,
                                             const EncodeOptions&, const Warn&)>
        begin;
    // Whether `begin` takes longer for such a picture with `little_memory`; not set: no.
    std::function<bool(const ImageFormat&)> slower_by_rows;

    bool reads() const { return read || open; }
    bool writes() const { return write || begin; }

    Capabilities holds;  // of a file that is written
    CodecMemory memory;
    // Bytes that writing takes, where they depend on the options: in the place of memory.write. With
    // `little_memory` what `begin` takes whose rows go to a file.
    std::function<std::size_t(const ImageFormat&, const EncodeOptions&)> write_memory;
    bool places = false;  // rows of `open` may lie as in any Layout, the same for all rows of a picture
    // By how much `read` and `open` can make a picture smaller while they decode, for less than it takes to
    // decode all of it; sides are rounded up.
    std::vector<int> shrinks;
};

// Runs `decode`, which fills an image from the top. Damage found on the way (an Error) is passed on,
// or with `lenient` becomes a warning, and the image keeps what was read until then. False: it did.
template <class Decode>
bool decode_pixels(const DecodeOptions& options, const Warn& warn, Decode decode) {
    try {
        decode();
        return true;
    } catch (const Error& error) {
        if (!options.lenient)
            throw_input(error.message() + "; " + Remedy{"load.lenient", true} + " takes what can be read");
        warn(error.message() + "; what could be read of it is taken");
        return false;
    }
}

}  // namespace sluice
