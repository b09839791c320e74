//! Nothing to say.
