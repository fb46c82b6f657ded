#include "kernels/kernels.hpp"
#include "tests/places.hpp"

#include <doctest/doctest.h>

#include <unistd.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace fs = std::filesystem;
using namespace sluice;

namespace {

std::string text_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

// Sets the developer switch for a scope.
class KernelDir {
public:
    explicit KernelDir(const fs::path& folder) { ::setenv("SLUICE_KERNEL_DIR", folder.c_str(), 1); }
    ~KernelDir() { ::unsetenv("SLUICE_KERNEL_DIR"); }
    KernelDir(const KernelDir&) = delete;
    KernelDir& operator=(const KernelDir&) = delete;
};

}  // namespace

TEST_CASE("the embedded kernels are the files in kernels/, byte for byte") {
    const fs::path folder = SLUICE_SOURCE_DIR "/kernels";
    std::size_t files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.path().extension() != ".cl" && entry.path().extension() != ".clh") continue;
        const std::string name = entry.path().lexically_relative(folder).generic_string();
        INFO(name);
        CHECK(kernel_text(name) == text_of(entry.path()));
        ++files;
    }
    CHECK(kernel_names().size() == files);
    const auto names = kernel_names();
    CHECK(std::is_sorted(names.begin(), names.end()));
}

TEST_CASE("a name that no file has gives no text") {
    CHECK(kernel_text("no such kernel.cl") == std::nullopt);
    CHECK(kernel_text("") == std::nullopt);
}

TEST_CASE("SLUICE_KERNEL_DIR stands in for the embedded kernels") {
    const fs::path folder = fs::temp_directory_path() / ("sluice-kernels-" + std::to_string(::getpid()));
    fs::create_directories(folder / "reduce");
    std::ofstream(folder / "b.cl") << "first";
    std::ofstream(folder / "reduce/a.clh") << "";
    std::ofstream(folder / "notes.txt") << "not a kernel";
    {
        const KernelDir developer(folder);
        CHECK(kernel_names() == std::vector<std::string>{"b.cl", "reduce/a.clh"});
        CHECK(kernel_text("b.cl") == "first");
        CHECK(kernel_text("reduce/a.clh") == "");
        CHECK(kernel_text("reduce") == std::nullopt);
        std::ofstream(folder / "b.cl") << "edited";
        CHECK(kernel_text("b.cl") == "edited");
    }
    {
        const KernelDir nowhere(folder / "absent");
        CHECK(kernel_names().empty());
        CHECK(kernel_text("b.cl") == std::nullopt);
    }
    fs::remove_all(folder);
    CHECK(kernel_text("b.cl") == std::nullopt);
}
