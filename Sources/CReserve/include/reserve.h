#ifndef P2C_RESERVE_H
#define P2C_RESERVE_H

#include <stddef.h>

/* What is kept for the moment when the machine refuses memory: how to end in order without asking for any.
 *
 * The calls that programs and libraries ask for memory with (malloc and its relatives) pass here. When one of them has
 * none to give, the folders that are kept here are removed, one line is written on standard error, and the process ends
 * with the exit code 71. Nothing of that asks for memory. */

/* Begins to watch; until then a call that fails only says so. To be called once, while there is one thread. */
void reserve_prepare(void);

/* Takes a place for the path of a hidden folder that is about to be made; -1 if there is none left or the path is too
 * long. The folder is not removed before reserve_keep. */
int reserve_take(const char *path);
/* The folder of the place is there and ours. */
void reserve_keep(int place);
/* Gives the place back. */
void reserve_give(int place);
/* Removes all folders that are kept. Under the lock. */
void reserve_remove_all(void);

/* On the signal, which ends the process, all folders that are kept are removed first. For a process that has no thread to
 * wait for signals. */
void reserve_remove_on_signal(int number);

/* The lock under which hidden folders are made, get their names and are removed. */
void reserve_lock(void);
void reserve_unlock(void);

/* An output has its name: if memory is refused from now on, the exit code is that of the result. Under the lock. */
void reserve_committed(int code);
/* Whether an output has its name. Under the lock. */
int reserve_is_committed(void);

/* Waits for ever if another thread is ending the process. */
void reserve_yield(void);
/* Takes over ending the process with a code, or waits for ever if another thread does so. */
void reserve_end(int code);

#endif
