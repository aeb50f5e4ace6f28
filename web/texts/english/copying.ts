/** What buttons that copy a text say of it. */
export const copying = {
  copied: "Copied",
  paste: "Paste it wherever you like.",
  failed: "Please copy it by hand",
  failedText: "This browser does not let pages copy. The text is selected for you.",
};
