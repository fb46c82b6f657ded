// One thread for each core, kept between runs, so that starting threads is not part of a measurement.
#pragma once

#include <barrier>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace sluice::apps {

// Belongs to one thread.
class Team {
public:
    explicit Team(std::size_t members);
    ~Team();
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    std::size_t size() const { return threads_.size(); }
    // Calls work(member) once on each thread and returns when all are done. `work` must not throw.
    void run(const std::function<void(std::size_t member)>& work);

private:
    void serve(std::size_t member);

    std::barrier<> start_, end_;                              // of all members and the caller
    const std::function<void(std::size_t)>* work_ = nullptr;  // none: the members go home
    std::vector<std::thread> threads_;
};

}  // namespace sluice::apps
