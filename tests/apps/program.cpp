#include "tests/apps/program.hpp"

#include "io/write.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace {

std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// Of the child: this file is its stdin, stdout or stderr.
void become(const std::string& path, int flags, int descriptor) {
    const int file = ::open(path.c_str(), flags, 0600);
    if (file < 0 || ::dup2(file, descriptor) < 0) ::_exit(99);
}

}  // namespace

nlohmann::json Outcome::json() const {
    nlohmann::json json = nlohmann::json::parse(out, nullptr, false);
    INFO(out);
    REQUIRE_FALSE(json.is_discarded());
    return json;
}

Outcome sluice_program(const std::vector<std::string>& words, const Surroundings& around) {
    const Scratch folder;
    const std::string in_path = around.in.empty() ? "/dev/null" : around.in;
    const std::string out_path = around.out.empty() ? folder / "out" : around.out, err_path = folder / "err";
    std::vector<std::string> all = {SLUICE_PROGRAM};
    all.insert(all.end(), words.begin(), words.end());
    std::vector<char*> arguments;
    arguments.reserve(all.size() + 1);
    for (std::string& word : all) arguments.push_back(word.data());
    arguments.push_back(nullptr);

    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        become(in_path, O_RDONLY, STDIN_FILENO);
        become(out_path, O_WRONLY | O_CREAT, STDOUT_FILENO);
        become(err_path, O_WRONLY | O_CREAT, STDERR_FILENO);
        for (const std::string& variable : around.environment) ::putenv(const_cast<char*>(variable.c_str()));
        ::execv(SLUICE_PROGRAM, arguments.data());
        ::_exit(98);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    Outcome outcome;
    outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (around.out.empty()) outcome.out = bytes_of(out_path);
    outcome.err = bytes_of(err_path);
    return outcome;
}

Surroundings without_devices() {
    // ocl-icd reads the first, Khronos' loader the second.
    return {.environment = {"OCL_ICD_VENDORS=/nonexistent/",
                            "OCL_ICD_FILENAMES=", "OPENCL_VENDOR_PATH=/nonexistent/"}};
}

Scratch::Scratch() {
    std::string name = (fs::temp_directory_path() / "sluice-apps-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
}

Scratch::~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

std::string Scratch::put(const std::string& name, const std::string& bytes) const {
    const fs::path path = path_ / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
    return path.string();
}

std::string Scratch::put(const std::string& name, const sluice::HostImage& image) const {
    const fs::path path = path_ / name;
    fs::create_directories(path.parent_path());
    sluice::write(path.string(), image.view());
    return path.string();
}

sluice::HostImage ramp(std::size_t width, std::size_t height, int channels, int low, int count) {
    sluice::ImageFormat format;
    format.width = width;
    format.height = height;
    format.channels = channels;
    sluice::HostImage image(format);
    auto* bytes = image.as<std::uint8_t>(0);
    for (std::size_t i = 0; i < format.host_bytes(); ++i)
        bytes[i] = static_cast<std::uint8_t>(low + static_cast<int>(i % static_cast<std::size_t>(count)));
    return image;
}
