#include "apps/interrupt.hpp"

#include "apps/command.hpp"
#include "apps/terminal/bar.hpp"
#include "pipeline/batch/journal.hpp"
#include "pipeline/files/temporary_file.hpp"
#include "pipeline/files/waiting.hpp"

#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <string_view>

#include <sys/prctl.h>
#include <unistd.h>

namespace sluice::apps {
namespace {

std::atomic<bool> watched = false, seen = false, says_nothing = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // else no signal handler may touch it

// Async-signal-safe, as all that a handler calls.
void say_what_a_second_does() {
    constexpr std::string_view text =
        "interrupted: finishing the files in progress; press Ctrl-C again to end at once\n";
    if (says_nothing) return;
    erase_bar_at_exit();
    static_cast<void>(!::write(STDERR_FILENO, text.data(), text.size()));
}

void end_now(int) {
    TemporaryFile::remove_all();
    erase_bar_at_exit();
    ::_exit(Exit::interrupted);
}

void on_signal(int signal) {
    if (!watched || seen.exchange(true)) end_now(signal);
    const int before = errno;
    give_up_waits();
    say_what_a_second_does();
    errno = before;
}

// Signals that nobody else takes: LLVM, which PoCL contains, handles SIGUSR1, SIGUSR2, SIGQUIT and most
// others.
constexpr int first_interrupt = SIGALRM, parent_has_ended = SIGVTALRM;

void handle(int signal, void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, nullptr);
}

}  // namespace

void end_on_interrupts() {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction inherited {};
        sigaction(signal, nullptr, &inherited);
        if (inherited.sa_handler != SIG_IGN) handle(signal, on_signal);  // nohup means it
    }
}

namespace {

void on_fault(int signal) {
    Journal::blame_picture_of_thread(signal);
    ::raise(signal);  // as if nobody had handled it
}

}  // namespace

void tell_journal_of_faults() {
    struct sigaction action {};
    action.sa_handler = on_fault;
    action.sa_flags = SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    for (const int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL}) {
        struct sigaction inherited {};
        sigaction(signal, nullptr, &inherited);
        if (inherited.sa_handler == SIG_DFL)
            sigaction(signal, &action, nullptr);  // sanitizers have their own
    }
}

void watch_interrupts(bool quiet) {
    says_nothing = quiet;
    watched = true;
}
bool interrupted_by_user() { return seen; }

void follow_parent(Interrupts interrupts) {
    if (interrupts == Interrupts::by_parent) {
        watch_interrupts(true);
        handle(first_interrupt, on_signal);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP}) handle(signal, SIG_IGN);
    }
    handle(parent_has_ended, end_now);
    ::prctl(PR_SET_PDEATHSIG, parent_has_ended);
}

void tell_child_of_interrupt(pid_t child) { ::kill(child, first_interrupt); }

StopsOnInterrupt::StopsOnInterrupt()
    : thread_([source = source_](const std::stop_token& over) mutable {
          constexpr std::chrono::milliseconds between_looks{10};
          std::mutex mutex;
          std::condition_variable_any wake;
          std::unique_lock lock(mutex);
          while (!seen && !over.stop_requested())
              wake.wait_for(lock, over, between_looks, [&] { return over.stop_requested(); });
          if (seen) source.request_stop();
      }) {}

}  // namespace sluice::apps
