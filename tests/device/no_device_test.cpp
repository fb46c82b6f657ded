// Machines without a device: this program is started again with such an environment, since a process sees
// the platforms of its first OpenCL call for all its life.
#include "tests/device/support.hpp"

#include <doctest/doctest.h>

#include <sys/wait.h>
#include <array>
#include <cstdio>
#include <filesystem>

using namespace sluice;
using namespace sluice::test;

namespace {

// Without a comma: doctest would take it for two.
constexpr const char* case_of_the_child = "a pick takes a device of the list or says that there is none";

struct Child {
    int code = -1;
    std::string output;
};

Child run_with(const std::string& environment) {
    const std::string program = std::filesystem::read_symlink("/proc/self/exe");
    const std::string command =
        environment + " '" + program + "' --test-case='" + case_of_the_child + "' 2>&1";
    Child child;
    std::FILE* pipe = ::popen(command.c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::array<char, 4096> part{};
    while (const std::size_t size = std::fread(part.data(), 1, part.size(), pipe))
        child.output.append(part.data(), size);
    const int status = ::pclose(pipe);
    if (WIFEXITED(status)) child.code = WEXITSTATUS(status);
    return child;
}

const std::string way = "install a driver, or PoCL to run on the CPU (Debian: pocl-opencl-icd)";

}  // namespace

TEST_CASE("a pick takes a device of the list or says that there is none") {
    const std::vector<DeviceEntry> devices = list_devices();
    if (devices.empty()) {
        const std::string text = error_of([] { Device::pick(); }, Error::Kind::no_device);
        CHECK(starts_with(text, "no OpenCL device: " + way));
        MESSAGE(text);  // for the process that started this one
    } else {
        CHECK_FALSE(Device::pick().facts().name.empty());
    }
}

TEST_CASE("without any platform a pick says how to get a device") {
    const Child child = run_with("OCL_ICD_VENDORS=/nonexistent");
    INFO(child.output);
    CHECK(child.code == 0);
    CHECK(contains(child.output, "no OpenCL device: " + way));
    CHECK_FALSE(contains(child.output, "PoCL is installed"));
}

TEST_CASE("where PoCL shows no device, a pick says so") {
    const Child child = run_with("POCL_DEVICES=none");
    INFO(child.output);
    CHECK(child.code == 0);
    CHECK(contains(child.output, way + "; PoCL is installed but shows no device"));
}

TEST_CASE("where PoCL cannot write its cache, a pick names the folder and the variable") {
    const Child child = run_with("POCL_CACHE_DIR=/proc/nobody/writes/here");
    INFO(child.output);
    CHECK(child.code == 0);
    CHECK(contains(child.output, "cannot write to /proc/nobody/writes/here: set POCL_CACHE_DIR to a folder"));
}
