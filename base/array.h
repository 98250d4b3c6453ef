/*
 * array.h -- the number of elements of an array.
 */
#ifndef BASE_ARRAY_H
#define BASE_ARRAY_H

/* A constant expression. `array` must be an array of known size and not a
 * pointer. */
#define ARRAY_LENGTH(array) (sizeof(array) / sizeof((array)[0]))

#endif
