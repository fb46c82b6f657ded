// Waiting for the other end of a pipe, which may never come, and giving that up.
#pragma once

namespace sluice {

// Waits until a pipe, a socket or a terminal that is open for reading has bytes, or has ended. Throws
// Error(input) without `where` once waits are given up and nothing has come for a second. Any thread.
void wait_for_bytes(int file);

// From now on nobody waits for long. For a signal handler too: async-signal-safe.
void give_up_waits() noexcept;
bool waits_are_given_up() noexcept;

}  // namespace sluice
