//! The border to Python: check lengths, release the GIL, map errors. What each name does is
//! documented in `python/nonet/_native.pyi`.

mod buffers;
mod engine;
mod generator;
mod lab;
mod lines;
mod logic;
mod notations;
mod own_rules;
mod pulse;
mod rating;
mod steps;
mod symmetry;
mod tables;
mod words;

use nonet_core::lanes::Path;
use nonet_core::status;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
    module.add("HAS_CADICAL", cfg!(feature = "cadical"))?;
    let statuses = [
        ("UNIQUE", status::UNIQUE),
        ("MULTIPLE", status::MULTIPLE),
        ("NO_SOLUTION", status::NO_SOLUTION),
        ("FOUND", status::FOUND),
        ("UNKNOWN", status::UNKNOWN),
        ("MALFORMED", status::MALFORMED),
    ];
    for (name, value) in statuses {
        module.add(name, value)?;
    }
    let paths = PyTuple::new(module.py(), Path::ALL.map(Path::name))?;
    module.add("SIMD_NAMES", paths)?;
    engine::add_to(module)?;
    generator::add_to(module)?;
    lab::add_to(module)?;
    lines::add_to(module)?;
    logic::add_to(module)?;
    notations::add_to(module)?;
    symmetry::add_to(module)?;
    rating::add_to(module)?;
    tables::add_to(module)?;
    words::add_to(module)
}
