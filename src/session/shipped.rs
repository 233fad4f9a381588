//! The games that are built in: the files of `variants` and its folders, by name.

/// A game that is built in.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// Its name: that of its file, without the ending.
    pub name: &'static str,
    /// Its file.
    pub text: &'static str,
}

macro_rules! shipped {
    ($($folder:literal: [$($name:literal),* $(,)?]),* $(,)?) => {
        /// All of them: first those of `variants`, then those of its folders, each by name.
        pub const SHIPPED: &[Shipped] = &[$($(
            Shipped {
                name: $name,
                text: include_str!(concat!(
                    env!("CARGO_MANIFEST_DIR"), "/variants/", $folder, $name, ".variant"
                )),
            }
        ),*),*];
    };
}

// The names stand beside the files, so that a new game changes nothing here.
include!("../../variants/list.rs");

/// The built-in game of a name.
#[must_use]
pub(super) fn shipped(name: &str) -> Option<&'static Shipped> {
    SHIPPED.iter().find(|s| s.name == name)
}

#[cfg(test)]
mod tests {
    use crate::session::shipped::SHIPPED;

    #[test]
    fn every_file_is_built_in() {
        let mut names = Vec::new();
        for folder in ["", "classic/"] {
            let directory = format!("{}/variants/{folder}", env!("CARGO_MANIFEST_DIR"));
            let entries = std::fs::read_dir(directory).expect("the directory is there");
            let mut here: Vec<String> = entries
                .filter_map(|e| {
                    e.ok()?.file_name().to_str()?.strip_suffix(".variant").map(str::to_owned)
                })
                .collect();
            here.sort();
            names.append(&mut here);
        }
        assert_eq!(names, SHIPPED.iter().map(|s| s.name).collect::<Vec<_>>());
    }
}
