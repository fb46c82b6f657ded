// Files whose decoder is not run in this process where there are others for that.
#pragma once

namespace sluice {

// What opening such a file throws, before a decoder has seen it.
struct DecodedApart {};

// As long as this lives, this thread has somebody who decodes elsewhere.
class DecodersApart {
public:
    DecodersApart() : before_(here_) { here_ = true; }
    ~DecodersApart() { here_ = before_; }
    DecodersApart(const DecodersApart&) = delete;
    DecodersApart& operator=(const DecodersApart&) = delete;

    // Throws DecodedApart where there is one.
    static void expect_none() {
        if (here_) throw DecodedApart();
    }

private:
    static inline thread_local bool here_ = false;
    bool before_;
};

}  // namespace sluice
