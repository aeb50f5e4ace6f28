import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline/promises";
import { AppError } from "../../errors.ts";
import { createAdmin, promoteToAdmin, resetPassword } from "../../features/accounts/operator.service.ts";
import type { Deps } from "../../features/deps.ts";
import { tellWithDeps } from "./with-deps.ts";

const usage = "Please say: admin create NAME, admin promote NAME, or admin reset-password NAME";

const actions: Record<string, (deps: Deps, name: string) => Promise<string>> = {
  create: async (deps, name) => {
    const { password, shown } = await choosePassword();
    await createAdmin(deps, name, password);
    return `${name} was created with administrator rights.${shown}`;
  },
  promote: async (deps, name) => {
    promoteToAdmin(deps, name);
    return (
      `${name} has administrator rights now. They count after the next sign-in with a password of 12 characters ` +
      "or more, or after a new one was chosen."
    );
  },
  "reset-password": async (deps, name) => {
    const { password, shown } = await choosePassword();
    await resetPassword(deps, name, password);
    return `${name} has a new password; all sessions were ended.${shown}`;
  },
};

/** Changes accounts from the console, also while the server runs. Throws AppError with the operator's sentence. */
export async function admin([verb = "", name, ...rest]: string[]): Promise<void> {
  const action = actions[verb];
  if (!action || !name || rest.length > 0) throw new AppError("invalid", usage);
  await tellWithDeps((deps) => action(deps, name));
}

/** `shown` is the sentence that tells a generated password, the only time it is ever seen. */
type ChosenPassword = { password: string; shown: string };

/** Reads a password from the terminal, unseen, or from piped input; generates one when it is empty. */
async function choosePassword(): Promise<ChosenPassword> {
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
