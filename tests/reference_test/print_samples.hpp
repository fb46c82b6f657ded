// Lets doctest print lists of samples when a check fails. Includes doctest.
#pragma once

#include <doctest/doctest.h>

#include <sstream>
#include <vector>

template <>
struct doctest::StringMaker<std::vector<double>> {
    static String convert(const std::vector<double>& samples) {
        std::ostringstream text;
        text << "{";
        for (std::size_t i = 0; i < samples.size(); ++i) text << (i == 0 ? "" : ", ") << samples[i];
        text << "}";
        return text.str().c_str();
    }
};
