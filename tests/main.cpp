// The one place where doctest's implementation and main() are compiled.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include "tests/all.hpp"

#include <cstdlib>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
#endif

// Kernels of tests that compile many of them are not optimized, unless everything is to be looked at:
// compiling them takes half of the time, and they round as they do when they are.
void choose_options() {
    if (std::getenv("SLUICE_TEST_QUICK_KERNELS") != nullptr && !sluice::test::takes_all())
        ::setenv("SLUICE_OPENCL_OPTIONS", "-cl-opt-disable", 0);
}

// What the developer has measured of the device decides nothing here, also where a test is started by hand.
void forget_tunings() { ::setenv("SLUICE_TUNING_DIR", "/nonexistent", 0); }

int main(int argc, char** argv) {
    choose_options();
    forget_tunings();
    const int failed = doctest::Context(argc, argv).run();
#if defined(__SANITIZE_ADDRESS__)
    // Now, and not at exit: what OpenCL drivers keep in statics is gone by then and would look lost.
    __lsan_do_leak_check();
#endif
    return failed;
}
