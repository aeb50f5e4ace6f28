import { AppError } from "../../errors.ts";
import { readConfig } from "../read-config.ts";

const timeoutMs = 4_000;
const everyAddress = ["0.0.0.0", "::"];

/** Asks the local server with these settings whether it is alive. Throws AppError if it is not. */
export async function health(): Promise<void> {
  const { host, port } = readConfig();
  const address = everyAddress.includes(host) ? "localhost" : host.includes(":") ? `[${host}]` : host;
  const url = `http://${address}:${port}/api/health`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined);
  if (!answer?.ok)
    throw new AppError("unavailable", "server-not-alive", "{url} does not respond.", {
      params: { url },
    });
  console.log("ok");
}
