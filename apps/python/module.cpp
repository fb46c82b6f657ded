// The module sluice._sluice.
#include "apps/python/bindings.hpp"

#include "apps/version.hpp"
#include "pipeline/core/error.hpp"

namespace nb = nanobind;

NB_MODULE(_sluice, module) {
    module.doc() = "What the package sluice is made of: images, sessions and folders in C++.";
    module.attr("version") = sluice::apps::version_number().c_str();
    nb::exception<sluice::Error>(module, "Error").doc() = "What is wrong, where, and what would be right.";
    sluice::python::bind_formats(module);
    sluice::python::bind_pictures(module);
    sluice::python::bind_sessions(module);
    sluice::python::bind_stages(module);
    sluice::python::bind_folders(module);
}
