// Uses the installed library through its public header alone.
#include <sluice/sluice.hpp>

#include <iostream>

int main() {
    const auto stages = sluice::stage_table();
    std::cout << stages.size() << " stages\n";
    try {
        throw sluice::Error(sluice::Error::Kind::usage, "consumer", "an error of the library");
    } catch (const sluice::Error& error) {
        std::cout << error.what() << "\n";
    }
    return stages.empty() ? 1 : 0;
}
