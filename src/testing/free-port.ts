import { createServer } from "node:net";

/** Below the ephemeral ports, so that no other connection takes one in the meantime. */
const [first, count] = [20_000, 12_000];

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const port = first + Math.floor(Math.random() * count);
  return (await isFree(port)) ? port : freePort();
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(false) : reject(error),
    );
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
