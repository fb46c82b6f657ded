#include "apps/bench/host/team.hpp"

namespace sluice::apps {

Team::Team(std::size_t members)
    : start_(static_cast<std::ptrdiff_t>(members + 1)), end_(static_cast<std::ptrdiff_t>(members + 1)) {
    for (std::size_t i = 0; i < members; ++i) threads_.emplace_back([this, i] { serve(i); });
}

Team::~Team() {
    work_ = nullptr;
    start_.arrive_and_wait();
    for (std::thread& thread : threads_) thread.join();
}

void Team::run(const std::function<void(std::size_t)>& work) {
    work_ = &work;
    start_.arrive_and_wait();
    end_.arrive_and_wait();
}

void Team::serve(std::size_t member) {
    for (;;) {
        start_.arrive_and_wait();
        if (work_ == nullptr) return;
        (*work_)(member);
        end_.arrive_and_wait();
    }
}

}  // namespace sluice::apps
