// Variables of the environment, for a while.
#pragma once

#include <cstdlib>
#include <string>

namespace sluice::test {

// A variable of the environment for a scope; null unsets it.
class Variable {
public:
    Variable(const char* name, const char* value) : name_(name) {
        const char* before = std::getenv(name);
        was_set_ = before != nullptr;
        if (was_set_) before_ = before;
        set(value);
    }
    ~Variable() { set(was_set_ ? before_.c_str() : nullptr); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

private:
    void set(const char* value) const {
        if (value != nullptr)
            ::setenv(name_, value, 1);
        else
            ::unsetenv(name_);
    }

    const char* name_;
    bool was_set_ = false;
    std::string before_;
};

}  // namespace sluice::test
