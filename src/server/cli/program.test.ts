import { expect, test } from "bun:test";
import { programVersion } from "../../program-info.ts";
import { runProgram } from "./program.ts";

async function run(...args: string[]) {
  let out = "";
  let err = "";
  const exitCode = await runProgram(args, {
    writeOut: (text) => {
      out += text;
    },
    writeErr: (text) => {
      err += text;
    },
  });
  return { exitCode, out, err };
}

/** The arguments of every command in the help, including subcommands. */
async function findCommands(parent: string[] = []): Promise<string[][]> {
  const { out } = await run(...parent, "--help");
  const names = [...out.matchAll(/^ {2}([a-z][a-z-]+) .*$/gm)].map(([, name = ""]) => name);
  const found: string[][] = [];
  for (const name of names.filter((one) => one !== "help")) {
    const path = [...parent, name];
    if (await isCommand(path)) found.push(path, ...(await findCommands(path)));
  }
  return found;
}

/** The help also lists arguments and levels: with one of these, it is the help of the command before. */
async function isCommand(path: string[]): Promise<boolean> {
  const { out } = await run(...path, "--help");
  return out.split("\n", 1)[0]?.includes(` ${path.join(" ")}`) ?? false;
}

test("every command has --help and --version", async () => {
  const commands = await findCommands();
  expect(commands.map((words) => words.join(" "))).toEqual(
    expect.arrayContaining(["serve", "admin reset-password", "keys rotate", "config check", "verify-log"]),
  );
  for (const command of commands) {
    const help = await run(...command, "--help");
    expect([help.exitCode, help.err]).toEqual([0, ""]);
    expect(help.out).toContain(`${command.join(" ")} `);
    const version = await run(...command, "--version");
    expect(version).toEqual({ exitCode: 0, out: `Attestamp ${programVersion}\n`, err: "" });
  }
});

test("the help of a command says what a person must know to use it", async () => {
  const words = {
    "admin create": "one is generated and printed",
    "admin reset-password": "one is generated and printed",
    "keys rotate": "uses the old key until it is restarted",
    stamp: "top-left, bottom-right",
    attest: "--out <folder>",
    verify: "Exits with 0",
  };
  for (const [command, part] of Object.entries(words)) {
    expect((await run(...command.split(" "), "--help")).out).toContain(part);
  }
});

test("a usage error exits with 2, says what is wrong, and shows the usage", async () => {
  const errors = {
    "admin create": "missing required argument 'name'",
    "backup one two": "too many arguments for 'backup'",
    "backup one --like": "option '--like <earlier>' argument missing",
    "keys rotate tree": "The keys are attestation, post-quantum, tsa, seal, root, witness.",
    "keys revoke xyz": "up to 40 hexadecimal digits",
    "stamp --shiny a.pdf": "unknown option '--shiny'",
  };
  for (const [words, reason] of Object.entries(errors)) {
    const { exitCode, out, err } = await run(...words.split(" "));
    expect([words, exitCode, out]).toEqual([words, 2, ""]);
    expect(err).toStartWith("error: ");
    expect(err).toContain(reason);
    expect(err).toMatch(/\nUsage: .*\nFor more, run: .* --help\n$/);
  }
});

test("an incomplete command lists its subcommands", async () => {
  const { exitCode, err } = await run("mail");
  expect(exitCode).toBe(2);
  expect(err).toMatch(/test <address> .*\n *list /);
});

test("a misspelled command or option gets a suggestion", async () => {
  expect((await run("stmp")).err).toContain("(Did you mean stamp?)");
  expect((await run("verify", "--orgin", "x", "a.pdf")).err).toContain("(Did you mean --origin?)");
});

test("user input cannot control the terminal", async () => {
  const { err } = await run("\u001b]0;title");
  expect(err).toContain("unknown command '\ufffd]0;title'");
});

test("on Windows, the program says that it runs no server, and the commands for documents run", async () => {
  const refusal = "On Windows, this program only stamps, attests and verifies.";
  for (const words of [[], ["serve"], ["mail", "list"], ["backup", "copy"]])
    await expect(runProgram(words, {}, "win32")).rejects.toThrow(refusal);
  expect(await runProgram(["version"], {}, "win32")).toBe(0);
  expect(await runProgram(["verify", "--help"], { writeOut: () => {} }, "win32")).toBe(0);
});
