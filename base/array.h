/*
 * array.h -- the number of elements of an array.
 */
#ifndef BASE_ARRAY_H
#define BASE_ARRAY_H

/* A constant expression for an array whose size is known; not for pointers. */
#define ARRAY_LENGTH(array) (sizeof(array) / sizeof((array)[0]))

#endif
