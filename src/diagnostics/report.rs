//! stub
/// x
pub struct Report;
/// x
pub struct JsonDiagnostic;
/// x
pub struct JsonLabel;
