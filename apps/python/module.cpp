// The module sluice._sluice.
#include "apps/python/bindings.hpp"

#include "apps/python/spelling.hpp"
#include "apps/version.hpp"
#include "pipeline/core/error.hpp"

namespace nb = nanobind;

namespace {

// As what(), with options as Python has them.
void raise_error(const std::exception_ptr& thrown, void* type) {
    try {
        std::rethrow_exception(thrown);
    } catch (const sluice::Error& error) {
        PyErr_SetString(static_cast<PyObject*>(type), error.in(sluice::python::in_python).c_str());
    }
}

}  // namespace

NB_MODULE(_sluice, module) {
    module.doc() = "The C++ part of the package sluice.";
    module.attr("version") = sluice::apps::version_number().c_str();
    nb::exception<sluice::Error> error(module, "Error");
    error.doc() = "Says where the fault is, what is wrong, and what would be right.";
    nb::register_exception_translator(raise_error, error.ptr());
    sluice::python::bind_formats(module);
    sluice::python::bind_pictures(module);
    sluice::python::bind_sessions(module);
    sluice::python::bind_stages(module);
    sluice::python::bind_folders(module);
}
