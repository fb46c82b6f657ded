#include "apps/terminal/markdown.hpp"

#include <doctest/doctest.h>

using sluice::apps::terminal_text;

TEST_CASE("Markdown is shown without its signs, wrapped") {
    CHECK(terminal_text("# Pipelines\n\nA pipeline is a list\nof stages ([all](stages/README.md)).\n", 24) ==
          "Pipelines\n\nA pipeline is a list of\nstages (all).\n");
    CHECK(terminal_text("* one thing and another\n* two\n", 16) == "* one thing and\n  another\n* two\n");
    CHECK(terminal_text("The [options of `batch`](batch.md), not `a[0](x)`.\n", 80) ==
          "The options of `batch`, not `a[0](x)`.\n");
    CHECK(terminal_text("Text.\n\n* [A chain](#a-chain)\n* [A file](#a-file)\n\n## A chain\n", 80) ==
          "Text.\n\nA chain\n");
}

TEST_CASE("code is indented and not wrapped, under the name of its file") {
    CHECK(terminal_text("So:\n\n```yaml a.yaml\nsluice: 1\n\nstages:\n```\n\nEnd.\n", 8) ==
          "So:\n\n  a.yaml:\n    sluice: 1\n\n    stages:\n\nEnd.\n");
    CHECK(terminal_text("```sh\nsluice run \"a | b\"\n```\n", 80) == "    sluice run \"a | b\"\n");
}

TEST_CASE("a table has columns") {
    CHECK(terminal_text("| kind | chain |\n|---|---|\n| a list | `a \\| b` |\n", 80) ==
          "  kind    chain\n  a list  `a | b`\n");
}
