#include "pipeline/files/waiting.hpp"

#include "pipeline/files/bytes.hpp"

#include <atomic>

#include <poll.h>

namespace sluice {
namespace {

std::atomic<bool> given_up = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // else no signal handler may touch it

constexpr int look_again = 100, last_wait = 1000;  // milliseconds

}  // namespace

void wait_for_bytes(int file) {
    pollfd wanted{file, POLLIN, 0};
    while (true) {
        const bool last = given_up;
        const int ready = ::poll(&wanted, 1, last ? last_wait : look_again);
        if (ready > 0) return;  // what is wrong with it, reading tells
        if (ready == 0 && last) throw_input("the run was interrupted while waiting for the pipe");
    }
}

void give_up_waits() noexcept { given_up = true; }
bool waits_are_given_up() noexcept { return given_up; }

}  // namespace sluice
