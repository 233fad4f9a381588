//! Benchmarks of heterodox; see `benches`.
