import { expect, test } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeTestFolder } from "../../testing/test-server.ts";
import { progressLine } from "./stamp.ts";

const program = join(import.meta.dir, "../../main.ts");

/** Runs the command against a server that has no documents, accepts one token and refuses every upload. */
async function run(words: (folder: string) => string[], settings: Record<string, string> = {}) {
  const folder = makeTestFolder();
  mkdirSync(join(folder, "empty"));
  writeFileSync(join(folder, "lease.pdf"), "%PDF-");
  writeFileSync(join(folder, "token"), "good\n");
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      if (request.headers.get("authorization") !== "Bearer good")
        return Response.json({ message: "Not valid." }, { status: 401 });
      if (request.url.includes("/search")) return Response.json({ documents: [] });
      if (request.method === "GET") return Response.json([]);
      return Response.json({ message: "Refused \u001b[2J." }, { status: 415 });
    },
  });
  const child = Bun.spawn([process.execPath, program, "stamp", ...words(folder)], {
    cwd: folder,
    env: { ATTESTAMP_SERVER: `http://127.0.0.1:${server.port}`, ...settings },
    stdout: "pipe",
    stderr: "pipe",
  });
  const err = await new Response(child.stderr).text();
  const code = await child.exited;
  await server.stop(true);
  rmSync(folder, { recursive: true });
  return { code, lines: err.trim().split("\n") };
}

test("the exit code tells whether the usage, the token or a file was wrong, and failed files are listed", async () => {
  const [nothing, inClear, empty, noToken, badToken, failed] = await Promise.all([
    run(() => []),
    run(() => ["lease.pdf"], { ATTESTAMP_SERVER: "http://192.0.2.1", ATTESTAMP_TOKEN: "good" }),
    run((folder) => [join(folder, "empty")], { ATTESTAMP_TOKEN: "good" }),
    run(() => ["lease.pdf"]),
    run(() => ["lease.pdf"], { ATTESTAMP_TOKEN: "bad" }),
    run(() => ["lease.pdf", "gone.pdf", "--token-file", "token"]),
  ]);
  expect([nothing.code, nothing.lines[0]]).toEqual([2, "error: missing required argument 'files'"]);
  expect([inClear.code, inClear.lines[0]]).toEqual([
    2,
    expect.stringMatching(/^http:\/\/192\.0\.2\.1 is not encrypted: .* add --allow-http /),
  ]);
  expect(empty.code).toBe(2);
  expect([noToken.code, badToken.code]).toEqual([3, 3]);
  expect(badToken.lines).toEqual(["Not valid.", "Not stamped:", "  lease.pdf", "0 of 1 stamped."]);
  expect([failed.code, failed.lines]).toEqual([
    1,
    [
      "gone.pdf: There is no such file.",
      "lease.pdf: Refused \ufffd[2J.",
      "Failed:",
      "  gone.pdf",
      "  lease.pdf",
      "0 of 2 stamped.",
    ],
  ]);
});

test("the name of a folder cannot control the terminal", async () => {
  const { code, lines } = await run(
    (folder) => {
      mkdirSync(join(folder, "\u001b[2J"));
      return ["\u001b[2J"];
    },
    { ATTESTAMP_TOKEN: "good" },
  );
  expect([code, lines]).toEqual([2, ["There is no document to stamp in \ufffd[2J."]]);
});

test("Ctrl+C ends a watch cleanly", async () => {
  const folder = makeTestFolder();
  const child = Bun.spawn([process.execPath, program, "watch", folder], {
    env: { ATTESTAMP_SERVER: "http://127.0.0.1:1", ATTESTAMP_TOKEN: "good" },
    stdout: "pipe",
    stderr: "pipe",
  });
  const decoder = new TextDecoder();
  let said = "";
  for await (const chunk of child.stderr) {
    if (said === "") child.kill("SIGINT");
    said += decoder.decode(chunk);
  }
  rmSync(folder, { recursive: true });
  const [first, ...others] = said.split("\n");
  expect([await child.exited, first, ...others.slice(-2)]).toEqual([
    0,
    `Watching ${folder}. Press Ctrl+C to stop.`,
    ...["Stopped.", ""],
  ]);
});

test("the progress shows the current file and its percentage", () => {
  expect(progressLine("a.pdf", 0, 4, { name: "sending", share: 0.4 })).toBe(
    "[--------------------] 1 of 4: a.pdf, sending 40 %",
  );
  expect(progressLine("d.pdf", 3, 4, { name: "loading" })).toBe(
    "[##################--] 4 of 4: d.pdf, loading",
  );
});
