//! `list`: the games that are built in.

use crate::faces::cli::Ended;
use crate::faces::cli::out::{HEADING, Out};
use crate::session::{SHIPPED, Target};
use serde::Serialize;
use std::io::Write;

#[derive(Serialize)]
struct Line<'a> {
    name: &'a str,
    title: &'a str,
    inventor: Option<&'a str>,
    about: Option<&'a str>,
    options: Vec<&'a str>,
}

pub(super) fn list(out: &mut Out) -> Ended {
    let width = SHIPPED.iter().map(|s| s.name.len()).max().unwrap_or(0);
    for shipped in SHIPPED {
        let loaded = Target::new(shipped.name).load()?;
        let game = &loaded.game;
        if out.json {
            out.object(&Line {
                name: shipped.name,
                title: &game.title,
                inventor: game.inventor.as_deref(),
                about: game.about.as_deref(),
                options: game.options.iter().map(|o| o.name.as_str()).collect(),
            })?;
            continue;
        }
        out.styled(HEADING, &format!("{:width$}", shipped.name))?;
        let inventor = game.inventor.as_ref().map_or(String::new(), |i| format!(" ({i})"));
        let about = game.about.as_ref().map_or(String::new(), |a| format!(": {a}"));
        writeln!(out, "  {}{inventor}{about}", game.title)?;
    }
    Ok(true)
}
