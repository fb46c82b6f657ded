# cmake -DLIBRARY=<libsluice.so> -DSONAME=<name> -P exports.cmake: fails unless the shared library shows what applications
# call, and nothing that is not ours.
cmake_policy(VERSION 3.25)
execute_process(COMMAND nm -DC --defined-only ${LIBRARY} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "[][;]" "" text "${text}")  # what lists mean something by
string(REGEX MATCHALL "[^\n]+" symbols "${text}")
list(TRANSFORM symbols REPLACE "^[0-9a-f]* *[A-Za-z] " "")

set(strange ${symbols})
list(FILTER strange EXCLUDE REGEX "^(typeinfo for |typeinfo name for |vtable for )?sluice::")
if(strange)
    list(JOIN strange "\n" strange)
    message(FATAL_ERROR "${LIBRARY} shows what is not ours:\n${strange}")
endif()
foreach(wanted "sluice::Device::pick(" "sluice::Graph::from_chain(" "sluice::Plan::Plan(" "sluice::Session::submit("
        "sluice::Frame::read(" "sluice::Batch::run(" "sluice::Table::real(" "sluice::adopt_device(" "sluice::Registry::add(" "sluice::builtin_stages("
        "typeinfo for sluice::Error" "typeinfo for sluice::DeviceError" "typeinfo for sluice::Stopped")
    string(FIND "${symbols}" "${wanted}" found)
    if(found EQUAL -1)
        message(FATAL_ERROR "${LIBRARY} does not show ${wanted}")
    endif()
endforeach()
foreach(inner "sluice::make_plan(" "sluice::apps::" "::State::" "::Impl::" "sluice_opencl")
    string(FIND "${symbols}" "${inner}" found)
    if(NOT found EQUAL -1)
        message(FATAL_ERROR "${LIBRARY} shows ${inner}, which no public header has")
    endif()
endforeach()

execute_process(COMMAND readelf -d ${LIBRARY} OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL ANY)
if(NOT dynamic MATCHES "SONAME[^\n]*${SONAME}")
    message(FATAL_ERROR "${LIBRARY} does not call itself ${SONAME}")
endif()
list(LENGTH symbols count)
message(STATUS "${count} symbols")
