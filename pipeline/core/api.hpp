// Symbol visibility. The shared library exports the classes and functions of the public headers and hides
// everything else.
#pragma once

#ifdef SLUICE_ARCHIVE  // programs and plugins that link libsluice.a export none of its symbols
#define SLUICE_API
#else
#define SLUICE_API __attribute__((visibility("default")))
#endif
// Hides an internal struct of an exported class.
#define SLUICE_HIDDEN __attribute__((visibility("hidden")))
