//! The games that are built in: the files of `variants`, by name.

/// A game that is built in.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// Its name: that of its file, without the ending.
    pub name: &'static str,
    /// Its file.
    pub text: &'static str,
}

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        /// All of them, by name.
        pub const SHIPPED: &[Shipped] = &[
            $(Shipped { name: $name, text: include_str!(concat!("../../variants/", $name, ".variant")) }),*
        ];
    };
}

shipped!["asylum-chess", "asylum-redux", "med-chess", "ninjutsu"];

/// The built-in game of a name.
#[must_use]
pub(super) fn shipped(name: &str) -> Option<&'static Shipped> {
    SHIPPED.iter().find(|s| s.name == name)
}

#[cfg(test)]
mod tests {
    use crate::session::shipped::SHIPPED;

    #[test]
    fn every_file_of_the_directory_is_built_in() {
        let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/variants");
        let entries = std::fs::read_dir(directory).expect("the directory is there");
        let mut names: Vec<String> = entries
            .filter_map(|e| {
                e.ok()?.file_name().to_str()?.strip_suffix(".variant").map(str::to_owned)
            })
            .collect();
        names.sort();
        assert_eq!(names, SHIPPED.iter().map(|s| s.name).collect::<Vec<_>>());
    }
}
