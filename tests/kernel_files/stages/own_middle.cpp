#include "tests/kernel_files/stages/read.hpp"

namespace sluice::stages {

StageDef own_middle() { return test::kernel_stage("own_middle"); }

}  // namespace sluice::stages
