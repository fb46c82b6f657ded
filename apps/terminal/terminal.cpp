#include "apps/terminal/terminal.hpp"

#include "pipeline/core/decimal_number.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace sluice::apps {
namespace {

// 0: it is no terminal, or does not know.
std::size_t columns_of(int descriptor) {
    winsize size{};
    return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

// 0: not set, or to no number.
std::size_t columns_asked_for() {
    const char* variable = std::getenv("COLUMNS");
    if (variable == nullptr) return 0;
    return decimal_number(variable).value_or(0);
}

}  // namespace

bool stderr_is_terminal() {
    const char* kind = std::getenv("TERM");
    return ::isatty(STDERR_FILENO) == 1 && kind != nullptr && *kind != '\0' &&
           std::string_view(kind) != "dumb";
}

std::size_t bar_columns() {
    const std::size_t columns = columns_of(STDERR_FILENO);
    return columns > 0 ? columns : help_columns();
}

std::size_t help_columns() {
    constexpr std::size_t usual = 80, least = 40, most = 100;
    std::size_t columns = columns_asked_for();
    if (columns == 0) columns = columns_of(STDOUT_FILENO);
    return columns == 0 ? usual : std::clamp(columns, least, most);
}

bool stdout_is_closed() {
    pollfd file{STDOUT_FILENO, POLLOUT, 0};
    return ::poll(&file, 1, 0) == 1 && (file.revents & POLLERR) != 0;
}

}  // namespace sluice::apps
