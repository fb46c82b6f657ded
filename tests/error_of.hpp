// What went wrong, as text.
#pragma once

#include "pipeline/core/error.hpp"

#include <doctest/doctest.h>

#include <string>

// What the Error(usage) says that `action` throws, or "" where it throws none.
template <class Action>
std::string error_of(Action&& action) {
    try {
        action();
    } catch (const sluice::Error& error) {
        CHECK(error.kind() == sluice::Error::Kind::usage);
        return error.what();
    }
    return "";
}
