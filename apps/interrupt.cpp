#include "apps/interrupt.hpp"

#include "apps/command.hpp"
#include "apps/terminal/bar.hpp"
#include "pipeline/files/temporary_file.hpp"

#include <atomic>
#include <csignal>

#include <unistd.h>

namespace sluice::apps {
namespace {

std::atomic<bool> watched = false, seen = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // else no signal handler may touch it

void on_signal(int) {
    if (watched && !seen.exchange(true)) return;
    TemporaryFile::remove_all();
    erase_bar_at_exit();
    ::_exit(Exit::interrupted);
}

}  // namespace

void end_on_interrupts() {
    struct sigaction action {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction inherited {};
        sigaction(signal, nullptr, &inherited);
        if (inherited.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);  // nohup means it
    }
}

void watch_interrupts() { watched = true; }
bool interrupted_by_user() { return seen; }

}  // namespace sluice::apps
