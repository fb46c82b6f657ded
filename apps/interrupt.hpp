// Ctrl-C, and its kin SIGTERM and SIGHUP; and faults. However the program ends by them, it leaves no
// temporary file.
#pragma once

#include <stop_token>
#include <thread>

#include <sys/types.h>

namespace sluice::apps {

// From now on an interrupt ends the program at once, with Exit::interrupted.
void end_on_interrupts();

// From now on a fault of a decoder that ends the program is known to the journal of the run.
void tell_journal_of_faults();

// From now on the first one is only remembered: commands that work through many files finish those at hand
// and end with Exit::interrupted. It says so, unless `quiet`, and that a second one ends the program at once.
// Pipes through which nothing comes are waited for no longer.
void watch_interrupts(bool quiet);
// Whether there was one. Any thread.
bool interrupted_by_user();

// In a child that this program has made by fork(): it ends when its parent does, at once, and leaves no
// temporary file. With `by_parent`, interrupts are the parent's: its first one is remembered here once the
// parent tells it.
enum class Interrupts { own, by_parent };
void follow_parent(Interrupts interrupts);
void tell_child_of_interrupt(pid_t child);

// Tells a stop_token of the first one, since a handler of signals may not.
class StopsOnInterrupt {
public:
    StopsOnInterrupt();
    std::stop_token token() const { return source_.get_token(); }

private:
    std::stop_source source_;
    std::jthread thread_;
};

}  // namespace sluice::apps
