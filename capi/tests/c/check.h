/* Functions that the tests in C share: a check that prints its condition when it fails, and a
 * function that reads a file. */

#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                  \
  do {                                                                                    \
    if (!(condition)) {                                                                   \
      fprintf(stderr, "%s, line %d: not so: %s\n", __FILE__, __LINE__, #condition);       \
      exit(1);                                                                            \
    }                                                                                     \
  } while (0)

/* Reads a whole file, and returns its octets and their length. The memory is exactly as long as
 * the file, so that a sanitizer notices if octets beyond the end are read. */
static inline char *read_file(const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  CHECK(file != NULL);
  CHECK(fseek(file, 0, SEEK_END) == 0);
  long end = ftell(file);
  CHECK(end >= 0);
  rewind(file);
  char *octets = (char *)malloc(end == 0 ? 1 : (size_t)end);
  CHECK(octets != NULL);
  CHECK(fread(octets, 1, (size_t)end, file) == (size_t)end);
  fclose(file);
  *length = (size_t)end;
  return octets;
}

#endif
