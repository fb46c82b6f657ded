// Pictures in files and in memory.
#include "apps/python/arrays.hpp"
#include "apps/python/bindings.hpp"
#include "apps/python/spelling.hpp"
#include "apps/python/words.hpp"

#include "io/codec_options.hpp"
#include "io/codecs.hpp"
#include "io/read.hpp"
#include "io/write.hpp"
#include "pipeline/core/text.hpp"
#include "pipeline/files/extension.hpp"
#include "pipeline/graph/describe/describe.hpp"

#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;

namespace sluice::python {
namespace {

Warn into(std::vector<std::string>& warnings) {
    return [&warnings](const Wording& message) { warnings.push_back(message.in(in_python)); };
}

// Words of choices may be written large: "HWC".
Values as_declared(Values given, const std::vector<ParamDecl>& options) {
    for (const ParamDecl& option : options)
        if (const auto at = given.find(option.name); at != given.end() && option.type == ParamType::choice)
            if (auto* word = std::get_if<std::string>(&at->second)) *word = lower_case(*word);
    return given;
}

ReadOptions read_options(const std::string& format, int page, bool lenient, const std::string& space,
                         const Values& of_format) {
    ReadOptions options{.lenient = lenient, .page = page};
    if (format != "auto") options.format = format;
    if (space != "auto") options.space = value_of<Space>("space", space);
    options.of_format = as_declared(of_format, load_options());
    return options;
}

// The picture, its format, and what was said of it.
template <class Read>
nb::tuple picture(const Read& read) {
    std::vector<std::string> warnings;
    HostImage image;
    {
        const nb::gil_scoped_release others_go_on;
        image = read(into(warnings));
    }
    const ImageFormat format = image.format();
    return nb::make_tuple(array_of(std::move(image)), format, warnings);
}

nb::tuple read_picture(const std::string& path, const std::string& format, int page, bool lenient,
                       const std::string& space, const Values& of_format) {
    const ReadOptions options = read_options(format, page, lenient, space, of_format);
    return picture([&](const Warn& warn) { return read(path, options, warn); });
}

using FileInMemory = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
Bytes bytes_of(const FileInMemory& file) { return {file.data(), file.size()}; }

nb::tuple decode_picture(const FileInMemory& file, const std::string& name, const std::string& format,
                         int page, bool lenient, const std::string& space, const Values& of_format) {
    const ReadOptions options = read_options(format, page, lenient, space, of_format);
    return picture([&](const Warn& warn) { return read(bytes_of(file), name, options, warn); });
}

// The extension of the name, if it is one of images; otherwise the usual one for such content, or "".
std::string extension_for(const FileInMemory& file, const std::string& name) {
    const std::string extension = extension_of(name);
    if (is_picture_extension(extension)) return extension;
    const Codec* codec = codec_of_content(bytes_of(file));
    return codec == nullptr ? "" : codec->extensions.front();
}

std::vector<std::string> write_picture(const std::string& path, const ConstPixels& pixels,
                                       const ImageFormat& format, bool replace, const Values& of_format) {
    std::vector<std::string> warnings;
    const ConstHostView view = interleaved_view_of(pixels, format);
    WriteOptions options;
    options.of_format = as_declared(of_format, save_options());
    options.placing.overwrite = replace ? Overwrite::always : Overwrite::never;
    const nb::gil_scoped_release others_go_on;
    write(path, view, {}, options, into(warnings));
    return warnings;
}

nb::tuple encoded(const std::string& extension, const ConstPixels& pixels, const ImageFormat& format,
                  const Values& of_format) {
    std::vector<std::uint8_t> file;
    std::vector<std::string> warnings;
    const ConstHostView view = interleaved_view_of(pixels, format);
    const Values options = as_declared(of_format, save_options());
    try {
        const nb::gil_scoped_release others_go_on;
        file = encode(lower_case(extension), view, {}, options, into(warnings));
    } catch (const Error& error) {
        throw Error(error.kind(), "encode", error.message());
    }
    return nb::make_tuple(nb::bytes(file.data(), file.size()), warnings);
}

}  // namespace

void bind_pictures(nb::module_& module) {
    module.def("read", &read_picture, "path"_a, "format"_a, "page"_a, "lenient"_a, "space"_a, "of_format"_a);
    module.def("write", &write_picture, "path"_a, "pixels"_a, "format"_a, "replace"_a, "of_format"_a);
    module.def("load_options_help", [] { return params_help(load_options(), help_columns); });
    module.def("save_options_help", [] { return params_help(save_options(), help_columns); });
    module.def("decode", &decode_picture, "file"_a, "name"_a, "format"_a, "page"_a, "lenient"_a, "space"_a,
               "of_format"_a);
    module.def("encode", &encoded, "extension"_a, "pixels"_a, "format"_a, "of_format"_a);
    module.def("extension_for", &extension_for, "file"_a, "name"_a);
}

}  // namespace sluice::python
