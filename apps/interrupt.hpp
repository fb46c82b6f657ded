// Ctrl-C, and its kin SIGTERM and SIGHUP. However the program ends by them, it leaves no temporary file.
#pragma once

namespace sluice::apps {

// From now on an interrupt ends the program at once, with Exit::interrupted.
void end_on_interrupts();

// From now on the first one is only remembered: commands that work through many files finish those at hand
// and end with Exit::interrupted. A second one ends the program at once.
void watch_interrupts();
// Whether there was one. Any thread.
bool interrupted_by_user();

}  // namespace sluice::apps
