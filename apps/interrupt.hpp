// Ctrl-C: commands that work through many files finish the one at hand and end with Exit::interrupted.
#pragma once

namespace sluice::apps {

// From now on the first SIGINT or SIGTERM is only remembered; a second one ends the program at once.
void watch_interrupts();
// Whether there was one. Any thread.
bool interrupted_by_user();

}  // namespace sluice::apps
