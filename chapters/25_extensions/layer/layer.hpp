// What the two halves of the layer share: layer.cpp notes calls, hide.cpp changes answers.
#pragma once

#include <CL/cl_layer.h>

#include <string>
#include <vector>

namespace layer {

/// The words of OCL_HIDE, and those that have to go with them.
const std::vector<std::string>& hidden();

/// The functions of the driver, or of the next layer.
extern cl_icd_dispatch next;

/// The protocol of all clGet...Info: the length where it is asked for, and the bytes where there is room.
cl_int reply(const std::vector<char>& answer, size_t room, void* value, size_t* length);

/// Puts the functions that hide something into a copy of `next`.
void hide_in(cl_icd_dispatch& table);

} // namespace layer
