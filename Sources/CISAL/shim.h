#pragma once
#include <isa-l.h>

/* The sizes are macros that compute, which Swift does not see. */
static const uint32_t isal_level_buffer_size_1 = ISAL_DEF_LVL1_DEFAULT;
static const uint32_t isal_level_buffer_size_2 = ISAL_DEF_LVL2_DEFAULT;
