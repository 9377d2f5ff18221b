//! Writing encoded words and RFC 2231 parameters.
