#include "tests/apps/terminal/terminal.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

OnTerminal::OnTerminal(std::vector<std::string> words, const Setup& setup)
    : terminal_(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)) {
    const std::string program = path_of_program(setup.program);
    words.insert(words.begin(), program);
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const std::string kind = "TERM=" + setup.kind;

    REQUIRE(terminal_ >= 0);
    REQUIRE(::grantpt(terminal_) == 0);
    REQUIRE(::unlockpt(terminal_) == 0);
    resize(setup.columns);
    const std::string name = ::ptsname(terminal_);
    id_ = ::fork();
    REQUIRE(id_ >= 0);
    if (id_ == 0) {
        ::setsid();
        const int side = ::open(name.c_str(), O_RDWR);  // a terminal of its own
        const int none = ::open("/dev/null", O_RDWR);
        if (side < 0 || none < 0) ::_exit(99);
        ::dup2(none, STDIN_FILENO);
        ::dup2(setup.out ? side : none, STDOUT_FILENO);
        ::dup2(side, STDERR_FILENO);
        ::close(side);
        for (const int number : {SIGINT, SIGTERM, SIGHUP}) std::signal(number, SIG_DFL);
        ::unsetenv("COLUMNS");
        ::putenv(const_cast<char*>(kind.c_str()));
        ::execv(program.c_str(), arguments.data());
        ::_exit(98);
    }
    reader_ = std::thread([this] { read(); });
}

OnTerminal::~OnTerminal() {
    if (!over_) {
        ::kill(id_, SIGKILL);
        wait();
    }
    ::close(terminal_);
}

void OnTerminal::resize(unsigned short columns) const {
    const winsize size{24, columns, 0, 0};
    REQUIRE(::ioctl(terminal_, TIOCSWINSZ, &size) == 0);
}

void OnTerminal::type(char key) const { REQUIRE(::write(terminal_, &key, 1) == 1); }

void OnTerminal::read() {
    char piece[4096];
    for (ssize_t count; (count = ::read(terminal_, piece, sizeof piece)) > 0 || errno == EINTR;) {
        const std::lock_guard guard(lock_);
        written_.append(piece, static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    }
}

std::string OnTerminal::written() {
    const std::lock_guard guard(lock_);
    return written_;
}

bool OnTerminal::writes(const std::string& part) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (!contains(written(), part)) {
        if (std::chrono::steady_clock::now() > end) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return true;
}

int OnTerminal::wait() {
    int status = 0;
    REQUIRE(::waitpid(id_, &status, 0) == id_);
    over_ = true;
    reader_.join();  // all is read when nobody holds the other side any more
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

std::vector<std::string> screen(const std::string& written) {
    std::vector<std::string> lines(1);
    std::size_t column = 0;
    for (std::size_t i = 0; i < written.size(); ++i) {
        if (written[i] == '\r') {
            column = 0;
        } else if (written[i] == '\n') {
            lines.emplace_back();
        } else if (written.compare(i, 3, "\x1b[K") == 0) {
            lines.back().resize(std::min(lines.back().size(), column));
            i += 2;
        } else {
            if (lines.back().size() <= column) lines.back().resize(column + 1, ' ');
            lines.back()[column++] = written[i];
        }
    }
    return lines;
}

std::vector<std::string> bars(const std::string& written) {
    std::vector<std::string> found;
    for (std::size_t start = written.find('\r'); start != std::string::npos;
         start = written.find('\r', start + 1)) {
        const std::size_t end = written.find_first_of("\r\n\x1b", start + 1);
        if (end == std::string::npos || written.compare(end, 3, "\x1b[K") != 0) continue;
        if (end > start + 1) found.push_back(written.substr(start + 1, end - start - 1));
    }
    return found;
}
