// The parts of the module, each in the file of its name. They are what apps/python/sluice/*.py is made of;
// users see only that.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>

namespace sluice::python {

constexpr std::size_t help_columns = 80;

void bind_formats(nanobind::module_& module);   // formats.cpp
void bind_pictures(nanobind::module_& module);  // pictures.cpp
void bind_sessions(nanobind::module_& module);  // sessions.cpp
void bind_stages(nanobind::module_& module);    // stages.cpp
void bind_folders(nanobind::module_& module);   // folders.cpp
void bind_merges(nanobind::module_& module);    // merges.cpp

}  // namespace sluice::python
