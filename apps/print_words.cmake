# cmake -DPROGRAM=<sluice> "-DWORDS=<its arguments>" -DOUTPUT=<file> -P print_words.cmake
execute_process(COMMAND ${PROGRAM} ${WORDS} OUTPUT_FILE ${OUTPUT} COMMAND_ERROR_IS_FATAL ANY)
