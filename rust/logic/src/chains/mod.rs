//! Chains: one candidate is true or another is, link after link.
//!
//! [`graph`] knows what follows from a candidate, or a group of candidates, at once; [`reach`]
//! what follows by and by, on the shortest way. [`loops`] finds nice loops and alternating
//! inference chains there, [`xy`] chains of one digit and of bivalue cells; [`draw`] writes them
//! down as steps with proofs.

mod ahead;
mod draw;
pub(super) mod forcing;
mod graph;
mod inferences;
pub(super) mod loops;
pub(super) mod nets;
mod reach;
pub(super) mod xy;
