// Pictures in files and in memory.
#include "apps/python/arrays.hpp"
#include "apps/python/bindings.hpp"
#include "apps/python/spelling.hpp"
#include "apps/python/words.hpp"

#include "io/codec_options.hpp"
#include "io/read.hpp"
#include "io/write.hpp"
#include "pipeline/core/text.hpp"
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

// The picture, its format, and what was said of it.
nb::tuple read_picture(const std::string& path, int page, bool lenient, const std::string& space,
                       const Values& of_format) {
    std::vector<std::string> warnings;
    HostImage image;
    ReadOptions options{.lenient = lenient, .page = page};
    if (space != "auto") options.space = value_of<Space>("space", space);
    options.of_format = as_declared(of_format, load_options());
    {
        const nb::gil_scoped_release others_go_on;
        image = read(path, options, into(warnings));
    }
    const ImageFormat format = image.format();
    return nb::make_tuple(array_of(std::move(image)), format, warnings);
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

nb::bytes encoded(const std::string& extension, const ConstPixels& pixels, const ImageFormat& format) {
    std::vector<std::uint8_t> file;
    const ConstHostView view = interleaved_view_of(pixels, format);
    {
        const nb::gil_scoped_release others_go_on;
        file = encode(extension, view);
    }
    return nb::bytes(file.data(), file.size());
}

}  // namespace

void bind_pictures(nb::module_& module) {
    module.def("read", &read_picture, "path"_a, "page"_a, "lenient"_a, "space"_a, "of_format"_a);
    module.def("write", &write_picture, "path"_a, "pixels"_a, "format"_a, "replace"_a, "of_format"_a);
    module.def("load_options_help", [] { return params_help(load_options(), help_columns); });
    module.def("save_options_help", [] { return params_help(save_options(), help_columns); });
    module.def("encode", &encoded, "extension"_a, "pixels"_a, "format"_a);
}

}  // namespace sluice::python
