#include "tests/every_pair.hpp"

#include <doctest/doctest.h>

#include <set>

using sluice::test::every_pair;

TEST_CASE("every pair is there, in few combinations") {
    const std::vector<int> numbers{1, 2, 3, 4};
    const std::vector<char> letters{'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'};
    const std::vector<bool> answers{false, true};
    std::set<std::pair<int, char>> of_numbers_and_letters;
    std::set<std::pair<int, bool>> of_numbers_and_answers;
    std::set<std::pair<char, bool>> of_letters_and_answers;
    const auto chosen = every_pair(numbers, letters, answers);
    for (const auto& [number, letter, answer] : chosen) {
        of_numbers_and_letters.emplace(number, letter);
        of_numbers_and_answers.emplace(number, answer);
        of_letters_and_answers.emplace(letter, answer);
    }
    CHECK(of_numbers_and_letters.size() == 32);
    CHECK(of_numbers_and_answers.size() == 8);
    CHECK(of_letters_and_answers.size() == 16);
    CHECK(chosen.size() <= 34);  // 64 are possible
    CHECK(every_pair(numbers, letters).size() == 32);
}
