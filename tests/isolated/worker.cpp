// A worker for tests: of the stages of sluice, or with the word "fake" of one that misbehaves.
#include "pipeline/isolated/worker.hpp"

#include "pipeline/sluice/stages_table.hpp"
#include "tests/isolated/fake_stages.hpp"

int main(int argc, char**) {
    return sluice::isolated::serve(argc > 1 ? fake::stages() : sluice::Registry(sluice::stage_table()));
}
