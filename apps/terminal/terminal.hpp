// What is known of the terminal.
#pragma once

#include <cstddef>

namespace sluice::apps {

// Whether stderr is a terminal that can redraw a line.
bool stderr_is_terminal();

// Columns of the terminal that stderr is, now; where it does not say, those of help_columns().
std::size_t bar_columns();

// What texts are wrapped to: COLUMNS where it is set, else the terminal that stdout is, else 80. From 40 to
// 100: longer lines are hard to read.
std::size_t help_columns();

// Whether stdout is a pipe that nobody reads any more.
bool stdout_is_closed();

}  // namespace sluice::apps
