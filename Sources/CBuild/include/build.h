#ifndef P2C_BUILD_H
#define P2C_BUILD_H

/* The commit that the program was built from, as bin/setup found it out; empty if nobody has said it. */
const char *build_commit(void);

#endif
