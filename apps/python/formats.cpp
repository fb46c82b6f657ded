// What an image is, apart from its pixels.
#include "apps/python/bindings.hpp"
#include "apps/python/words.hpp"

#include "pipeline/core/format.hpp"

#include <nanobind/operators.h>
#include <nanobind/stl/string.h>

#include <string>

namespace nb = nanobind;
using namespace nb::literals;

namespace sluice::python {
namespace {

ImageFormat format(std::size_t width, std::size_t height, int channels, const std::string& pixel,
                   std::size_t layers, const std::string& order, const std::string& space, double white,
                   bool alpha, const std::string& model) {
    ImageFormat format{width, height, channels, value_of<Pixel>("pixel", pixel)};
    format.layers = layers;
    format.order = value_of<Order>("order", order);
    format.space = value_of<Space>("space", space);
    format.white = white;
    format.grey_alpha = alpha && channels == 2;
    format.model = value_of<Model>("model", model);
    return format;
}

template <auto member>
std::string word(const ImageFormat& format) {
    return std::string(name(format.*member));
}

}  // namespace

void bind_formats(nb::module_& module) {
    nb::class_<ImageFormat>(module, "Format")
        .def(nb::new_(&format), "width"_a, "height"_a, "channels"_a, "pixel"_a = "u8", "layers"_a = 1,
             "order"_a = "rgb", "space"_a = "encoded", "white"_a = 0.0, "alpha"_a = false, "model"_a = "rgb")
        .def_ro("width", &ImageFormat::width)
        .def_ro("height", &ImageFormat::height)
        .def_ro("channels", &ImageFormat::channels)
        .def_ro("layers", &ImageFormat::layers)
        .def_ro("white", &ImageFormat::white)
        .def_ro("alpha", &ImageFormat::grey_alpha)
        .def_prop_ro("pixel", &word<&ImageFormat::pixel>)
        .def_prop_ro("order", &word<&ImageFormat::order>)
        .def_prop_ro("space", &word<&ImageFormat::space>)
        .def_prop_ro("model", &word<&ImageFormat::model>)
        .def(nb::self == nb::self, nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__repr__", [](const ImageFormat& format) { return "Format(" + format.text() + ")"; });
}

}  // namespace sluice::python
