import { type KeyStatement, printKeyStatement } from "../../evidence/tlog/key-statement.ts";
import { signNote } from "../../evidence/tlog/sign-note.ts";
import { type LogDeps, readLogName } from "./log.service.ts";

/** The statement of our log about the site of our service, as a signed note. The same facts give the same note. */
export async function signKeyStatement(deps: LogDeps, facts: Omit<KeyStatement, "log">): Promise<string> {
  const log = await readLogName(deps);
  return signNote(printKeyStatement({ log, ...facts }), log, deps.logKey);
}
