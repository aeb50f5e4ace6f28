import { spanishNotes } from "../../../src/formats/stamp/spanish-notes.ts";
import type { Messages } from "../messages.ts";
import { textsIn } from "../texts-in.ts";
import { accountMessages } from "./account-messages.ts";
import { billingMessages } from "./billing-messages.ts";
import { collectionMessages } from "./collection-messages.ts";
import { documentMessages } from "./document-messages.ts";
import { findingMessages } from "./finding-messages.ts";
import { projectMessages } from "./project-messages.ts";
import { serverMessages } from "./server-messages.ts";
import { webhookMessages } from "./webhook-messages.ts";

/** All of the server's messages by code. */
export const messages: Messages = {
  ...serverMessages,
  ...accountMessages,
  ...billingMessages,
  ...collectionMessages,
  ...documentMessages,
  ...findingMessages,
  ...spanishNotes,
  ...projectMessages,
  ...webhookMessages,
};

/** The page in Spanish with the formal "usted". */
export const spanish = { texts: textsIn("es"), messages };
