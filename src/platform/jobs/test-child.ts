/**
 * A child for tests of the pool: it speaks the protocol of worker-main.ts, and crashes or hangs as with a hostile
 * document. The client name on the stamp selects how.
 */
import { writeSync } from "node:fs";
import type { Message } from "../../errors.ts";
import { openChannel } from "./child-channel.ts";

const done = { contentType: "application/pdf", pages: 1, originalKept: true, notes: [], sha256: "" } as const;

const { say } = openChannel((request) => {
  const wish = request.name === "stamp" ? request.input.stamp.clientName : "";
  if (wish === "die") process.kill(process.pid, "SIGSEGV");
  else if (wish === "hang") for (;;);
  else if (wish === "eat") eat();
  else if (wish === "flood") flood();
  else if (wish.startsWith("say ")) process.stdout.write(`${wish.slice("say ".length)}\n`);
  else if (wish === "refuse")
    say({ type: "refused", kind: "unsupported", message: { code: "no", text: "No." }, rss: 0 });
  else {
    if (wish === "cold") say({ type: "cold", detail: "The fonts are gone." });
    say({
      type: "done",
      output: { ...done, notes: notes(), bytes: process.pid },
      rss: wish === "swell" ? 2 ** 40 : 0,
    });
  }
});
say({ type: "ready" });

/** What the child knows about its environment, as text in notes. */
function notes(): Message[] {
  return [process.cwd(), ...Object.keys(process.env)].map((text) => ({ code: "environment", text }));
}

function eat(): void {
  const eaten: Uint8Array[] = [];
  for (;;) eaten.push(new Uint8Array(64 * 1024 * 1024));
}

/** A line without an end, as long as anyone reads it. */
function flood(): void {
  const part = Buffer.alloc(64 * 1024, "a");
  for (;;) writeSync(1, part);
}
