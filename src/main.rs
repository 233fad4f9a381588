//! The program: arguments in, exit status out.

use std::process::ExitCode;

fn main() -> ExitCode {
    heterodox::faces::cli::run(std::env::args_os())
}
