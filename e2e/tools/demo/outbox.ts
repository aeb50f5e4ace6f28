import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { simpleParser } from "mailparser";

export type ReadMail = { to: string; subject: string; text: string; attachments: string[] };

/** The emails written by a server that has no mail server, newest first. */
export async function readOutbox(dataDir: string): Promise<ReadMail[]> {
  const folder = join(dataDir, "outbox");
  const names = await readdir(folder).catch(() => []);
  const paths = names.filter((name) => name.endsWith(".eml")).map((name) => join(folder, name));
  const dated = await Promise.all(paths.map(async (path) => ({ path, at: (await stat(path)).mtimeMs })));
  return Promise.all(dated.toSorted((one, other) => other.at - one.at).map(({ path }) => readMail(path)));
}

async function readMail(path: string): Promise<ReadMail> {
  const { to, subject = "", text = "", attachments } = await simpleParser(await readFile(path));
  const recipients = [to ?? []].flat().map((one) => one.text);
  return {
    to: recipients.join(", "),
    subject,
    text,
    attachments: attachments.filter(({ related }) => !related).map(({ filename }) => filename ?? "a file"),
  };
}
