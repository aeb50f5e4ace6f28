import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Flow } from "../flow.ts";
import { mail, mailsOf } from "./mail.ts";

/** The same where no mail server is set: the mail is a file, once and whole. */
export const outbox: Flow = {
  ...mail,
  what: "a stamped document is put into the outbox",
  mailsTo: "outbox",
  isDone: (world) => mailsOf(world).some(({ state }) => state === "saved"),
  faultsIn: ({ deps }) => {
    const folder = join(deps.config.dataDir, "outbox");
    const kept = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".eml")) : [];
    return kept.length === 1 ? [] : [`${kept.length} mails lie in the outbox instead of one`];
  },
};
