// What an application calls by these names is its own, even where it uses the namespace: authors of stages
// include <sluice/stage.hpp> for the others.
#include <sluice/sluice.hpp>

using namespace sluice;

struct Rect {
    int width;
};
const int count = 1, range = 2, live = 3, unit = 4, choices = 5, whole = 6;

int words_of_an_application(const Rect& rect) {
    return rect.width + count + range + live + unit + choices + whole;
}

static_assert(SLUICE_VERSION >= SLUICE_MAKE_VERSION(0, 1, 0));
static_assert(SLUICE_VERSION ==
              SLUICE_MAKE_VERSION(SLUICE_VERSION_MAJOR, SLUICE_VERSION_MINOR, SLUICE_VERSION_PATCH));
static_assert(SLUICE_MAKE_VERSION(1, 0, 0) > SLUICE_MAKE_VERSION(0, 99, 999));
