// Says that a test case could not run here, and why: `./dev test` counts it as skipped, not as passed.
#pragma once

#include <doctest/doctest.h>

#include <iostream>
#include <string>

// At most once in a test case, which then returns without having asserted anything.
inline void report_skip(const std::string& why) {
    std::cout << "[skipped] " << doctest::getContextOptions()->currentTest->m_name << ": " << why
              << std::endl;
}
