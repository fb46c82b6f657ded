// The one place where doctest's implementation and main() are compiled.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
#endif

int main(int argc, char** argv) {
    const int failed = doctest::Context(argc, argv).run();
#if defined(__SANITIZE_ADDRESS__)
    // Now, and not at exit: what OpenCL drivers keep in statics is gone by then and would look lost.
    __lsan_do_leak_check();
#endif
    return failed;
}
