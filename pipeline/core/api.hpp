// What the shared library shows: the public headers' classes and functions. Everything else is hidden.
#pragma once

#ifdef SLUICE_ARCHIVE  // in programs and plugins that link libsluice.a, which show nothing of it
#define SLUICE_API
#else
#define SLUICE_API __attribute__((visibility("default")))
#endif
// What a class that is shown has inside.
#define SLUICE_HIDDEN __attribute__((visibility("hidden")))
