#include "build.h"

#ifndef P2C_COMMIT
#define P2C_COMMIT ""
#endif

const char *build_commit(void) { return P2C_COMMIT; }
