#include "apps/interrupt.hpp"

#include <atomic>
#include <csignal>

namespace sluice::apps {
namespace {

std::atomic<bool> seen = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // else no signal handler may touch it

void remember(int) { seen = true; }

}  // namespace

void watch_interrupts() {
    struct sigaction action {};
    action.sa_handler = remember;
    action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

bool interrupted_by_user() { return seen; }

}  // namespace sluice::apps
