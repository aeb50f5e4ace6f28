import type { Message } from "../../errors.ts";

/** The note of a document whose tracked changes were accepted. */
export const changesAccepted: Message = {
  code: "note-word-changes-accepted",
  text: "This document had tracked changes that no one had accepted or rejected; the stamped copy shows the text as if all were accepted.",
};
