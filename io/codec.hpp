// A codec: reads and writes one file format. Each folder of io/ that has a codec.cpp declares one or several
// related codecs:
//
//   namespace sluice::formats {
//   std::vector<Codec> png() { ... }
//   }
//
// The build finds the folder (codecs.cmake). codecs.hpp lists all codecs.
#pragma once

#include "io/images.hpp"
#include "io/kinds.hpp"
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
    bool lenient = false;  // accept truncated or damaged data: keep what could be read, and warn
    int page = 1;          // of a file with several images, from 1; 0 = all, as the layers of one image
    int shrink = 1;        // how many times smaller, in both directions: 1, or one of Codec::shrinks
    std::optional<Space> space = {};  // how pixel values relate to light; overrides the file
    Nodata nodata = {};
    Values own = {};  // values of Codec::load_options, converted; defaults may be left out
};

struct EncodeOptions {
    Values own = {};             // values of Codec::save_options, converted; defaults may be left out
    bool little_memory = false;  // keep only some rows in memory, even if that takes longer
};

// What files of a format can store. From this, save_format.hpp chooses the format in which `save` needs an
// image.
struct Capabilities {
    // How floats in a file relate to light. Integers are always sRGB-encoded.
    // numbers: not at all. linear: they are linear light. linear_colours: colours are linear light, grey
    // values are plain numbers. profiled: as a profile says; without a profile they are plain numbers.
    enum class Floats { numbers, linear, linear_colours, profiled };

    std::vector<Pixel> pixels;
    std::vector<int> channels;
    Floats floats = Floats::numbers;
    bool as_they_are = false;  // integers may also be written unchanged, whatever they mean
    bool white = false;        // the header stores the white of integers, which is an integer
    bool negative = true;      // floats may be below 0
    MetadataKinds metadata;
    std::string text_key;  // the only key that texts have; "" = any (texts.hpp)
    bool png_color = false;
    bool nodata = false;
    bool layers = false;
    bool animation = false;             // can say how long each layer is shown
    bool data = false;                  // two channels may be data instead of grey and alpha
    std::size_t max_side = 0x7fffffff;  // pixels
    bool lanes = false;                 // `write` also accepts three channels padded to four samples

    // How readers interpret the values if the file says nothing about them.
    Space read_as(const ImageFormat& format) const {
        if (is_integer(format.pixel)) return Space::encoded;
        const bool light =
            floats == Floats::linear || (floats == Floats::linear_colours && format.colors() == 3);
        return light ? Space::linear : Space::data;
    }
};

// Upper bounds of what a codec allocates in addition to the image, as multiples of the packed image. `read`
// does not include the bytes of the file; `write` includes the file that is made. Codecs allocate nothing
// else that grows with the image. For `Codec::open`, see FileRows::memory().
struct CodecMemory {
    double read = 0;
    double write = 1.1;
    std::size_t write_more = 0;  // additional bytes that do not depend on the image
};

// The header of a file: the format of the rows as they are stored, and their orientation.
struct FileHeader {
    FileHeader(ImageFormat stored = {}, int turned = 1) : format(stored), orientation(turned) {}

    ImageFormat format;
    int orientation;  // as exif/orientation.hpp has it
};

// Reads the rows of an image as they are stored, before they are turned upright. The file is open as long as
// this object exists.
class FileRows {
public:
    virtual ~FileRows() = default;

    ImageFormat format;
    int orientation = 1;  // as exif/orientation.hpp has it
    Metadata metadata;    // as for the upright image, except for the resolution
    // Why all rows must be read at once: "it is interlaced"; "" if they need not.
    std::string at_once;
    // Fills `rows` with the next rows, which count through all layers. Throws Error(input) if the data is
    // damaged; `rows` then holds what was read before the damage.
    virtual void read(const HostView& rows) = 0;
    // As RowReader::skip(). REQUIRES: no read() has thrown, and `at_once` is "".
    virtual std::size_t skip(std::size_t /*rows*/) { return 0; }
    // Upper bound of the bytes that read() needs in addition to the rows: for some rows at a time, or for all
    // rows if `at_once` is set.
    virtual std::size_t memory() { return 0; }
    int bits = 0;  // of a sample in the file; 0 = of a sample of `format`
    // How many images the file has. Call it last: no row can be read after it.
    virtual std::size_t pages() { return 1; }
    // The warnings about the file. Call it when all rows have been read, or no more can be.
    virtual std::vector<Wording> warnings() { return {}; }
};

// Joins the images of several files into one file.
class FileJoiner {
public:
    virtual ~FileJoiner() = default;

    // Appends the image of a file. Throws Error(input) if it is damaged, or not of the size and type of the
    // first one.
    virtual void add(const FileBytes& file) = 0;
};

// The functions of a codec have no state and may be called from several threads at once. They throw
// Error(input) without `where`, because the caller adds the path.
struct Codec {
    std::string name;                     // in messages: "PNG"
    std::vector<std::string> extensions;  // lower case, without a dot, the most common one first
    int rank = 1000;                      // position in lists: the more common a format, the lower
    std::vector<std::string> libraries;   // that it uses: "libpng 1.6.39"

    // The options of `load` and `save` for this format only: Declared<P>::params() of a struct of the codec.
    // Its functions fill the struct from DecodeOptions::own and EncodeOptions::own. Options that several
    // formats have are in shared_options.hpp. Declare options even if the library is missing.
    std::vector<ParamDecl> load_options, save_options;

    // Whether a file that starts with these bytes (64 KiB, or the whole file) has this format.
    std::function<bool(Bytes head)> probe;
    // Without `probe`: nothing in a file says what it is, but its name or `load format=`.
    bool told_by_name = false;

    // The format has no magic number, so `probe` checks whether values are plausible. It is tried last, and
    // text files may pass by accident.
    bool guessed = false;

    // Parses the header without decoding pixels. `head` may be only the beginning of a file; an Error may
    // then mean that more bytes are needed.
    std::function<FileHeader(Bytes head)> read_header;
    // The same for the whole file, and for a given page or layout. Set it instead of read_header if parts of
    // the header follow the pixels, or if a file can have several images.
    std::function<FileHeader(const FileBytes& file, const DecodeOptions&)> read_file_header;
    bool pages = false;  // a file can have several images

    // The library may end the process if a file is damaged or memory runs out: commands decode such files in
    // worker processes, with or without --isolate.
    bool isolated = false;

    bool raw_pictures = false;  // camera RAW files may pass `probe`, with a preview that can be read

    // The library that this build lacks, so that the format can be neither read nor written; "" if none.
    // codec.cmake sets it, and codec.cpp gets it as SLUICE_LACKS. No other file of the folder is built then.
    std::string missing;

    // Set one of these, or neither if sluice cannot read the format. `read` decodes a whole image, and needs
    // memory in proportion to its size. `open` decodes row by row; `file` must outlive its result.
    std::function<HostImage(Bytes file, const DecodeOptions&, const Warn&)> read;
    // What `read` says of the file beside its pixels, which the image gets from here. `head` may be only the
    // beginning of a file, as for read_header. May be empty.
    std::function<Metadata(Bytes head)> read_metadata;
    std::function<std::unique_ptr<FileRows>(const FileBytes& file, const DecodeOptions&, const Warn&)> open;

    // For formats of video: reads all images of a file one after the other, from bytes that come once.
    // `images_header` is for the beginning of such bytes; where all of the file is there, `read_file_header`
    // is called.
    std::function<std::unique_ptr<ImagesReader>(ReadBytes, const DecodeOptions&)> images;
    std::function<FileHeader(Bytes head, const DecodeOptions&)> images_header;
    // Rows of further images, of the same format, may follow the rows that `begin` takes.
    bool takes_images = false;

    // Set one of these, or neither if sluice cannot write the format. Images have the order rgb, and a format
    // that `holds` allows. `begin` takes the rows of all layers from the top; `file` must outlive its result.
    std::function<std::vector<std::uint8_t>(const ConstHostView&, const Metadata&, const EncodeOptions&,
                                            const Warn&)>
        write;
    std::function<std::unique_ptr<RowWriter>(Output& file, const ImageFormat&, const Metadata&,
                                             const EncodeOptions&, const Warn&)>
        begin;
    // Whether `begin` takes longer with `little_memory` for images of this format. Not set: no.
    std::function<bool(const ImageFormat&)> slower_by_rows;

    // Set it if a file can hold many images of one size and type. Begins a file of `count` images, which are
    // then added in order, from files that were written with the same options. `write` gets the bytes of the
    // file one after the other.
    std::function<std::unique_ptr<FileJoiner>(std::function<void(Bytes)> write, std::size_t count,
                                              const EncodeOptions&)>
        join;

    bool reads() const { return read || open; }
    bool writes() const { return write || begin; }

    Capabilities holds;  // what a written file can store
    // What one with these options can store, if that is less.
    std::function<Capabilities(const EncodeOptions&)> holds_with;
    MetadataKinds reads_kinds;  // of metadata; `holds.metadata` says what is written
    CodecMemory memory;
    // The bytes that writing needs, if they depend on the options. Replaces memory.write. With
    // `little_memory`: the bytes that `begin` needs if rows are written to a file.
    std::function<std::size_t(const ImageFormat&, const EncodeOptions&)> write_memory;
    bool places = false;  // `open` can fill rows of any Layout, the same one for all rows of an image
    // The factors by which `read` and `open` can decode an image smaller, in less time than the whole image.
    // Sides are rounded up.
    std::vector<int> shrinks;
};

// Runs `decode`, which fills an image from the top. If `decode` throws an Error because of damage, the Error
// propagates. With `lenient` it becomes a warning instead: the image keeps what was read so far, and the
// function returns false.
template <class Decode>
bool decode_pixels(const DecodeOptions& options, const Warn& warn, Decode decode) {
    try {
        decode();
        return true;
    } catch (const Error& error) {
        if (!options.lenient)
            throw_input(error.message() + "; " + Remedy{"load.lenient", true} + " takes what can be read");
        warn(error.message() + "; the part that could be read is used");
        return false;
    }
}

}  // namespace sluice
