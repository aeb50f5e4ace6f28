/** A child for tests of the sandbox: tries what an exploited decoder would try, and writes how each attempt ended. */

import { dlopen } from "bun:ffi";
import { createHash } from "node:crypto";
import {
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { openChannel } from "./child-channel.ts";

const { say } = openChannel(async (request) => {
  if (request.name !== "stamp") return;
  const { input, output, stamp } = request.input;
  const [what = "", argument = ""] = stamp.clientName.split(" ");
  const ending = await tryTo(what, argument, input, output);
  if (what !== "nothing") writeFileSync(output, ending);
  const sha256 = createHash("sha256")
    .update(what === "lie" ? "a lie" : ending)
    .digest("hex");
  const rest = { pages: 1, originalKept: true, notes: [], bytes: 0, sha256 };
  say({ type: "done", output: { contentType: "application/pdf", ...rest }, rss: 0 });
});
say({ type: "ready" });

async function tryTo(what: string, argument: string, input: string, output: string): Promise<string> {
  try {
    if (what === "list") return readdirSync(argument).sort().join(" ");
    if (what === "read") return readFileSync(argument === "input" ? input : argument, "utf8");
    if (what === "status") return readFileSync("/proc/self/status", "utf8");
    if (what === "connect") return await reach(Number(argument));
    if (what === "system-call") return systemCall(Number(argument));
    if (what === "lease") return lease(argument === "input" ? input : output);
    if (what === "owner") return `${process.getuid?.()} ${statSync(input).uid}`;
    if (what === "change-input") writeFileSync(input, "changed");
    if (what === "leave") writeFileSync(`${output}-left`, argument);
    if (what === "write") writeFileSync(argument, "more");
    if (what === "space") return spaceIn(argument);
    if (what === "remove") rmSync(output);
    if (what === "replace") renameSync(`${output}.pages`, output);
    if (what === "symlink") symlinkSync(argument, output);
    return "done";
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  }
}

function spaceIn(folder: string): string {
  const { blocks, bsize } = statfsSync(folder);
  return String(blocks * bsize);
}

function reach(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve("connected"));
    socket.on("error", () => resolve("unreachable"));
  });
}

/** Asks for a read lease (fcntl F_SETLEASE, F_RDLCK); 0 if it was granted, -1 if not. */
function lease(path: string): string {
  const library = dlopen("libc.so.6", { fcntl: { args: ["i32", "i32", "i32"], returns: "i32" } });
  return String(library.symbols.fcntl(openSync(path, "r"), 1024, 0));
}

/** The result of a system call without arguments, -1 if it was refused. */
function systemCall(number: number): string {
  const library = dlopen("libc.so.6", {
    syscall: { args: ["i64", "i64", "i64", "i64"], returns: "i64" },
  });
  return String(library.symbols.syscall(number, 0, 0, 0));
}
