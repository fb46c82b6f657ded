#include "tests/kernel_files/stages/read.hpp"

namespace sluice::stages {

StageDef own_fold() { return test::kernel_stage("own_fold"); }

}  // namespace sluice::stages
