import type { Message } from "../../errors.ts";
/**
 * A child for tests of the pool: it speaks the protocol of worker-main.ts, and crashes or hangs as with a hostile
 * document. The client name on the stamp selects how.
 */
import type { TaskReply, TaskRequest } from "./tasks.ts";

const say = (reply: TaskReply) => process.send?.(reply);
const done = { contentType: "application/pdf", pages: 1, originalKept: true, notes: [], sha256: "" } as const;

process.on("message", (request: TaskRequest) => {
  const wish = request.name === "stamp" ? request.input.stamp.clientName : "";
  if (wish === "die") process.kill(process.pid, "SIGSEGV");
  else if (wish === "hang") for (;;);
  else if (wish === "eat") eat();
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
process.on("disconnect", () => process.exit(0));
say({ type: "ready" });

/** What the child knows about its environment, as text in notes. */
function notes(): Message[] {
  return [process.cwd(), ...Object.keys(process.env)].map((text) => ({ code: "environment", text }));
}

function eat(): void {
  const eaten: Uint8Array[] = [];
  for (;;) eaten.push(new Uint8Array(64 * 1024 * 1024));
}
