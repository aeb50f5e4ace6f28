/** Sentences of buttons that copy or share a text. */
export const copying = {
  copied: "Copied",
  paste: "Paste it wherever you like.",
  failed: "Please copy it yourself",
  failedText: "This browser doesn't let pages copy text. We've selected it for you.",
  share: "Share",
  notShared: "Not shared",
};
