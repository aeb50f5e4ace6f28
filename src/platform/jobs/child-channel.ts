import type { TaskReply, TaskRequest } from "./tasks.ts";

/**
 * A child's end of its channel to the server: a line of JSON for each message, requests on standard input, replies on
 * standard output. Not an IPC channel of the runtime: that one keeps an endless line of a child in the server's memory.
 */
export type ChildChannel = { say: (reply: TaskReply) => void };

/** Sends what libraries print to standard error, since it would be read as a reply. Call this before loading them. */
export function keepOutputForReplies(): void {
  console.log = console.error;
  console.info = console.error;
  console.debug = console.error;
}

/** Calls `onRequest` for each request. The child exits when the server closes its input, or is gone. */
export function openChannel(onRequest: (request: TaskRequest) => void | Promise<void>): ChildChannel {
  let pending = "";
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", (text: string) => {
    const lines = `${pending}${text}`.split("\n");
    pending = lines.pop() ?? "";
    for (const line of lines) void onRequest(JSON.parse(line));
  });
  process.stdin.on("end", () => process.exit(0));
  return { say: (reply) => void process.stdout.write(`${JSON.stringify(reply)}\n`) };
}
