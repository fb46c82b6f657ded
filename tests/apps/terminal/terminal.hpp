// The program on a terminal.
#pragma once

#include "tests/apps/program.hpp"

#include <mutex>
#include <string>
#include <thread>
#include <vector>

// `sluice WORDS...` while it runs in the foreground of a terminal, which is its stderr and, where it is asked
// for, its stdout.
class OnTerminal {
public:
    struct Setup {
        unsigned short columns = 80;
        bool out = false;
        std::string kind = "xterm";  // TERM
        std::string program = "sluice";
    };
    OnTerminal(std::vector<std::string> words, const Setup& setup);
    ~OnTerminal();
    OnTerminal(const OnTerminal&) = delete;
    OnTerminal& operator=(const OnTerminal&) = delete;

    void resize(unsigned short columns) const;
    void type(char key) const;
    // All that was written so far.
    std::string written();
    // Whether `part` is written within 30 s.
    bool writes(const std::string& part);
    int wait();  // its exit code, or minus the number of the signal that ended it

private:
    void read();

    int terminal_ = -1;
    pid_t id_ = -1;
    bool over_ = false;
    std::mutex lock_;
    std::string written_;
    std::thread reader_;
};

// The lines that a terminal without an end shows after such a text.
std::vector<std::string> screen(const std::string& written);
// The states of lines that were drawn over.
std::vector<std::string> bars(const std::string& written);
