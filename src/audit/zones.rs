//! Zones that say nothing, since every square is in them.

use crate::audit::Audit;
use crate::diagnostics::{Diagnostic, Diagnostics};

pub(super) fn check(audit: &Audit<'_>, out: &mut Diagnostics) {
    let all = &audit.model.board.cells;
    for zone in &audit.model.zones {
        if zone.cells.iter().all(|cells| all.iter().all(|cell| cells.contains(cell))) {
            out.push(
                Diagnostic::advice("L0202", format!("the zone `{}` is the whole board", zone.name))
                    .label(zone.span, "every square is in it")
                    .help("leave it out where it stands, or name fewer squares"),
            );
        }
    }
}
