// The program `sluice`: its commands.
#include "apps/program.hpp"
#include "apps/version.hpp"

namespace sluice::apps {
namespace {

Program sluice_program() {
    return {
        .name = "sluice",
        .what = "Runs image pipelines on GPUs and CPUs.",
        .commands = {devices_command(), stages_command(), plan_command(), run_command(), info_command(),
                     stats_command(), edit_command(), batch_command(), split_command(), merge_command(),
                     doctor_command(), tune_command(), completion_command()},
        .notes =
            "A PIPELINE is a .yaml or .json file, or a chain in one argument ('sluice help pipelines' "
            "says more):\n"
            "  sluice run \"load photo.jpg | normalize | save out.png\"\n"
            "\n"
            "Results go to stdout, everything else to stderr. Without --device, the environment variable "
            "SLUICE_DEVICE says which device is used. 'sluice help --man' prints the manual.\n"
            "\n"
            "Exit codes:\n"
            "  0: everything was done\n"
            "  1: some inputs failed, the rest was done\n"
            "  2: the usage, the pipeline or a parameter was wrong; nothing was done\n"
            "  3: there is no usable device\n"
            "  75: another run holds the manifest; nothing was done\n"
            "  130: interrupted",
        .commit = commit,
    };
}

}  // namespace
}  // namespace sluice::apps

int main(int argc, char** argv) {
    return sluice::apps::run_program(sluice::apps::sluice_program, argc, argv);
}
