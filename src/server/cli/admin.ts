import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline/promises";
import {
  createAdmin,
  promoteToAdmin,
  resetPassword,
  resetSecondFactor,
} from "../../features/accounts/operator.service.ts";
import { printWithDeps, printWithExistingData } from "./with-deps.ts";

/** Creates an account with administrator rights. May run while the server runs. */
export function createAdministrator(name: string): Promise<void> {
  return printWithDeps(async (deps) => {
    const { password, shown } = await choosePassword();
    await createAdmin(deps, name, password);
    return `${name} was created with administrator rights.${shown}`;
  });
}

/** Gives an account administrator rights. May run while the server runs. */
export function promoteAccount(name: string): Promise<void> {
  return printWithExistingData(async (deps) => {
    await promoteToAdmin(deps, name);
    return (
      `${name} now has administrator rights. They take effect after the next sign-in with a password of 12 characters ` +
      "or more, or after choosing a new one."
    );
  });
}

/** Sets a new password. May run while the server runs. */
export function setNewPassword(name: string): Promise<void> {
  return printWithExistingData(async (deps) => {
    const { password, shown } = await choosePassword();
    await resetPassword(deps, name, password);
    return `${name} has a new password; all of its sessions have ended.${shown}`;
  });
}

/** Removes the second factor of an owner who lost it. May run while the server runs. */
export function removeSecondFactor(name: string): Promise<void> {
  return printWithExistingData(async (deps) => {
    await resetSecondFactor(deps, name);
    return `${name} has no second factor now; all of its sessions have ended. The password stays.`;
  });
}

/** `shown` is the message with a generated password, the only time it is displayed. */
type ChosenPassword = { password: string; shown: string };

/** Reads a password from the terminal without echo, or from piped input; generates one if the input is empty. */
async function choosePassword(): Promise<ChosenPassword> {
  const given = process.stdin.isTTY ? await promptHidden() : firstLine(await Bun.stdin.text());
  if (given !== "") return { password: given, shown: "" };
  const password = randomBytes(15).toString("base64url");
  return { password, shown: `\nPassword: ${password}` };
}

async function promptHidden(): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  Bun.spawnSync(["stty", "-echo"], { stdin: "inherit" });
  try {
    return await terminal.question("Password (leave empty to generate one): ");
  } finally {
    Bun.spawnSync(["stty", "echo"], { stdin: "inherit" });
    terminal.close();
    console.log();
  }
}

function firstLine(text: string): string {
  return text.split(/\r?\n/)[0] ?? "";
}
