import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline/promises";

/** `shown` is the sentence that tells a generated password, the only time it is ever seen. */
export type ChosenPassword = { password: string; shown: string };

/** Reads a password from the terminal, unseen, or from piped input; generates one when it is empty. */
export async function choosePassword(): Promise<ChosenPassword> {
  const given = process.stdin.isTTY ? await askUnseen() : firstLine(await Bun.stdin.text());
  if (given !== "") return { password: given, shown: "" };
  const password = randomBytes(15).toString("base64url");
  return { password, shown: `\nPassword: ${password}` };
}

async function askUnseen(): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  Bun.spawnSync(["stty", "-echo"], { stdin: "inherit" });
  try {
    return await terminal.question("Password (empty to have one generated): ");
  } finally {
    Bun.spawnSync(["stty", "echo"], { stdin: "inherit" });
    terminal.close();
    console.log();
  }
}

function firstLine(text: string): string {
  return text.split(/\r?\n/)[0] ?? "";
}
