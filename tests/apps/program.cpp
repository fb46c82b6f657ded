#include "tests/apps/program.hpp"

#include "io/write.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

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

std::string path_of_program(const std::string& name) {
    return std::filesystem::path(SLUICE_PROGRAM).replace_filename(name);
}

Program::Program(std::vector<std::string> words, const Surroundings& around)
    : own_out_(around.out.empty()),
      out_(own_out_ ? folder_ / "out" : std::filesystem::path(around.out)),
      err_(folder_ / "err") {
    const std::string program = path_of_program(around.program);
    words.insert(words.begin(), program);
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);

    id_ = ::fork();
    REQUIRE(id_ >= 0);
    if (id_ > 0) return;
    become(around.in.empty() ? "/dev/null" : around.in, O_RDONLY, STDIN_FILENO);
    become(out_, O_WRONLY | O_CREAT, STDOUT_FILENO);
    if (int ends[2]; around.unread && (::pipe(ends) != 0 || ::close(ends[0]) != 0 || ::dup2(ends[1], 1) < 0))
        ::_exit(96);
    become(err_, O_WRONLY | O_CREAT, STDERR_FILENO);
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) std::signal(number, SIG_DFL);  // whatever the test has
    if (around.largest_file > 0) {
        const rlimit limit{around.largest_file, around.largest_file};
        if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) ::_exit(97);
    }
    if (around.most_addresses > 0) {
        const rlimit limit{around.most_addresses, around.most_addresses};
        if (::setrlimit(RLIMIT_AS, &limit) != 0) ::_exit(95);
    }
    for (const std::string& variable : around.environment) ::putenv(const_cast<char*>(variable.c_str()));
    ::execv(program.c_str(), arguments.data());
    ::_exit(98);
}

Program::~Program() {
    if (over()) return;
    signal(SIGKILL);
    wait(0);
}

void Program::signal(int number) const {
    if (!over_) REQUIRE(::kill(id_, number) == 0);
}

bool Program::wait(int options) {
    if (!over_) over_ = ::wait4(id_, &status_, options, &usage_) == id_;
    return over_;
}

bool Program::over() { return wait(WNOHANG); }

Outcome Program::wait() {
    REQUIRE(wait(0));
    Outcome outcome;
    outcome.code = WIFEXITED(status_) ? WEXITSTATUS(status_) : -WTERMSIG(status_);
    outcome.peak_memory = static_cast<std::size_t>(usage_.ru_maxrss) * 1024;
    if (own_out_) outcome.out = bytes_of(out_);
    outcome.err = bytes_of(err_);
    const std::string note = "compiling kernels (first use of this format)\n";
    for (std::size_t at = 0; (at = outcome.err.find(note, at)) != std::string::npos;
         ++outcome.compiling_notes)
        outcome.err.erase(at, note.size());
    return outcome;
}

Outcome sluice_program(const std::vector<std::string>& words, const Surroundings& around) {
    return Program(words, around).wait();
}

Outcome bench_program(const std::vector<std::string>& words) {
    return sluice_program(words, {.program = "sluice-bench"});
}

Surroundings without_devices() {
    // ocl-icd reads the first, Khronos' loader the second.
    return {.environment = {"OCL_ICD_VENDORS=/nonexistent/",
                            "OCL_ICD_FILENAMES=", "OPENCL_VENDOR_PATH=/nonexistent/"}};
}

std::string Scratch::put(const std::string& name, const sluice::HostImage& image) const {
    const std::string path = put(name, "");  // makes the folders
    sluice::write(path, image.view());
    return path;
}

sluice::HostImage ramp(std::size_t width, std::size_t height, int channels, int low, int count) {
    sluice::ImageFormat format;
    format.width = width;
    format.height = height;
    format.channels = channels;
    format.grey_alpha = channels == 2;
    sluice::HostImage image(format);
    auto* bytes = image.as<std::uint8_t>(0);
    for (std::size_t i = 0; i < format.host_bytes(); ++i)
        bytes[i] = static_cast<std::uint8_t>(low + static_cast<int>(i % static_cast<std::size_t>(count)));
    return image;
}

sluice::HostImage noise(std::size_t width, std::size_t height, int channels, unsigned number) {
    sluice::ImageFormat format;
    format.width = width;
    format.height = height;
    format.channels = channels;
    format.grey_alpha = channels == 2;
    sluice::HostImage image(format);
    std::mt19937 random(number);
    auto* bytes = image.as<std::uint8_t>(0);
    for (std::size_t i = 0; i < format.host_bytes(); ++i)
        bytes[i] = static_cast<std::uint8_t>(random() % 200);
    return image;
}

std::vector<pid_t> children_of(pid_t program) {
    std::vector<pid_t> found;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        std::ifstream file(entry.path() / "stat");
        std::string id, name, state;
        pid_t parent = 0;
        if (file >> id >> name >> state >> parent && parent == program && state != "Z")
            found.push_back(std::stoi(id));
    }
    return found;
}

bool within_seconds(double seconds, const std::function<bool()>& so) {
    const auto begun = std::chrono::steady_clock::now();
    while (!so()) {
        if (std::chrono::steady_clock::now() - begun > std::chrono::duration<double>(seconds)) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return true;
}

std::vector<nlohmann::json> json_lines(const std::string& text) {
    std::vector<nlohmann::json> found;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) found.push_back(nlohmann::json::parse(line));
    return found;
}
