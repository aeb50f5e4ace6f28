import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Flow } from "../flow.ts";
import { mail, mailsOf } from "./mail.ts";

/** The same without a mail server: the email is a file, which must be complete and written only once. */
export const outbox: Flow = {
  ...mail,
  what: "a stamped document is put into the outbox",
  mailsTo: "outbox",
  isDone: async (world) => (await mailsOf(world)).some(({ state }) => state === "saved"),
  faultsIn: async ({ deps }) => {
    const folder = join(deps.config.dataDir, "outbox");
    const kept = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".eml")) : [];
    return kept.length === 1 ? [] : [`${kept.length} mails lie in the outbox instead of one`];
  },
};
