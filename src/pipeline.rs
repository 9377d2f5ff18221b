//! Messages through all cores, in order, in bounded memory.
