# public_header(NAME HEADER...): <sluice/NAME.hpp> is made of these headers of the tree, in this order. It may include
# those that stand above it. <sluice/version.hpp> comes from version.hpp.in, STAGE_STRUCTS is made by the build.
public_header(api pipeline/core/api.hpp)
public_header(error pipeline/core/wording.hpp pipeline/core/error.hpp pipeline/device/error/device_error.hpp)
public_header(format pipeline/core/enum_names.hpp pipeline/core/value_range.hpp pipeline/core/format.hpp)
public_header(image pipeline/core/image_memory.hpp pipeline/core/host_image.hpp pipeline/core/tensor.hpp pipeline/core/rows.hpp)
public_header(table pipeline/core/table.hpp pipeline/core/pair.hpp pipeline/core/statistics.hpp)
public_header(value pipeline/core/value.hpp)
public_header(device pipeline/core/device_facts.hpp pipeline/device/device.hpp pipeline/device/reopen.hpp)
public_header(memory pipeline/device/event.hpp pipeline/device/memory.hpp)
public_header(trace pipeline/device/counters.hpp pipeline/device/clock.hpp pipeline/run/trace.hpp)
public_header(graph pipeline/graph/graph.hpp)
public_header(session pipeline/run/log.hpp pipeline/run/stopped.hpp pipeline/run/drop_oldest.hpp pipeline/run/session.hpp)
public_header(plan pipeline/plan/options.hpp pipeline/sluice/plan.hpp)
public_header(sluice pipeline/sluice/sluice.hpp)
# Beside sluice.hpp: for programs that work through files.
public_header(batch pipeline/core/overwrite_choice.hpp pipeline/batch/batch_file.hpp pipeline/batch/batch_files.hpp pipeline/batch/glimpse.hpp
    pipeline/batch/report.hpp pipeline/sluice/batch.hpp)
# The stages as structs.
public_header(stages pipeline/sluice/stage_call.hpp ${STAGE_STRUCTS})
# Beside sluice.hpp: for applications with an OpenCL context, and for authors of stages.
public_header(opencl pipeline/device/kernel.hpp pipeline/device/queue.hpp pipeline/device/opencl.hpp
    pipeline/sluice/opencl_frame.hpp)
# Header-only bridges, which need what they bridge to.
public_header(dlpack pipeline/sluice/dlpack.hpp)
public_header(opencv pipeline/sluice/opencv.hpp)
public_header(stage pipeline/core/rect.hpp pipeline/core/pixel_memory.hpp pipeline/core/warn.hpp
    pipeline/core/ceil_div.hpp pipeline/core/shrunk.hpp pipeline/core/image_file.hpp pipeline/core/image_writer.hpp
    pipeline/core/colour.hpp
    pipeline/graph/gather.hpp pipeline/graph/reduction.hpp pipeline/graph/kinds.hpp pipeline/graph/stage.hpp
    pipeline/graph/registry.hpp pipeline/core/param_field.hpp pipeline/core/param_traits.hpp
    pipeline/core/declared.hpp pipeline/graph/steady.hpp pipeline/graph/any_stage_builder.hpp
    pipeline/graph/stage_builder.hpp pipeline/graph/kernel_stage.hpp)
