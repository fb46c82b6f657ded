// The module sluice._sluice.
#include "apps/python/bindings.hpp"

#include "apps/python/spelling.hpp"
#include "apps/version.hpp"
#include "pipeline/core/error.hpp"

#include <exception>

namespace nb = nanobind;

namespace {

// The classes of errors in Python. They live as long as the interpreter.
struct Types {
    PyObject *error, *busy;
};

// Gives a class of errors its name; the library throws Error of the kind `busy`.
struct NeverThrown : std::exception {};

// As what(), with options as Python has them.
void raise_error(const std::exception_ptr& thrown, void* types) {
    try {
        std::rethrow_exception(thrown);
    } catch (const sluice::Error& error) {
        const auto& [usual, busy] = *static_cast<const Types*>(types);
        PyErr_SetString(error.kind() == sluice::Error::Kind::busy ? busy : usual,
                        error.in(sluice::python::in_python).c_str());
    }
}

}  // namespace

NB_MODULE(_sluice, module) {
    module.doc() = "The C++ part of the package sluice.";
    module.attr("version") = sluice::apps::version_number().c_str();
    nb::exception<sluice::Error> error(module, "Error");
    error.doc() = "Says where the fault is, what is wrong, and what would be right.";
    nb::exception<NeverThrown> busy(module, "Busy", error);
    busy.doc() = "Another run holds the manifest: nothing was done. Try again later.";
    static Types types{error.ptr(), busy.ptr()};
    nb::register_exception_translator(raise_error, &types);
    sluice::python::bind_formats(module);
    sluice::python::bind_pictures(module);
    sluice::python::bind_sessions(module);
    sluice::python::bind_stages(module);
    sluice::python::bind_folders(module);
    sluice::python::bind_merges(module);
}
