// The line at the bottom of the terminal that says how far a long command is.
#pragma once

#include "apps/terminal/messages.hpp"
#include "apps/terminal/position.hpp"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <thread>

namespace sluice::apps {

// It is there where stderr is a terminal that can redraw a line, as long as the program is in the foreground
// of it, and not with -q. A thread of its own draws, so that time goes on while nothing ends and the line
// follows a terminal that changes its width. Messages and results go above it (Aside). At most one at a time.
class Bar {
public:
    explicit Bar(const Messages& messages);
    ~Bar();  // takes the line away
    Bar(const Bar&) = delete;
    Bar& operator=(const Bar&) = delete;

    // Changes what the line says. Any thread.
    void update(const std::function<void(Position&)>& change);
    // What was being done has ended, and this begins.
    void next(const std::string& what);

private:
    friend class Aside;
    using Clock = std::chrono::steady_clock;

    void work();
    void draw();  // REQUIRES: the lock is held, as for erase()
    void erase();

    const Clock::time_point begun_ = Clock::now();
    Position position_;
    std::string shown_;  // what stands there; "" = nothing
    Clock::time_point shown_at_;
    bool over_ = false;
    std::condition_variable_any wake_;
    std::thread thread_;  // none where there is no terminal
};

// As long as it lives there is no bar on the terminal, and none is drawn: text may be written.
class Aside {
public:
    Aside();
    ~Aside();
    Aside(const Aside&) = delete;
    Aside& operator=(const Aside&) = delete;
};

// For the handler of a signal that ends the program: the line is taken away.
void erase_bar_at_exit() noexcept;

}  // namespace sluice::apps
