// The program `sluice-bench`: measurements, each with the limit of the machine beside it. It is not
// installed.
#include "apps/bench/batch.hpp"
#include "apps/bench/first_frame.hpp"
#include "apps/bench/ladder.hpp"
#include "apps/bench/pipeline.hpp"
#include "apps/bench/reduce.hpp"
#include "apps/bench/stages.hpp"
#include "apps/program.hpp"
#include "apps/version.hpp"

namespace sluice::apps {
namespace {

Program bench_program() {
    return {
        .name = "sluice-bench",
        .what = "Measures sluice, each time with the limit of the machine beside it.",
        .commands = {bench_reduce_command(), bench_ladder_command(), bench_pipeline_command(),
                     bench_stages_command(), bench_batch_command(), bench_first_frame_command()},
        .notes = "Results go to stdout, everything else to stderr. SLUICE_DEVICE stands in for --device.\n",
        .commit = commit,
    };
}

}  // namespace
}  // namespace sluice::apps

int main(int argc, char** argv) { return sluice::apps::run_program(sluice::apps::bench_program, argc, argv); }
