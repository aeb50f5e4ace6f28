import { type IncomingMessage, request as overHttp } from "node:http";
import { request as overTls } from "node:https";
import { AppError } from "../errors.ts";
import { addressOf, hostOf } from "./address.ts";

/** What became of one attempt: the answer, or in a few words why there is none. */
export type Answer = { status: number; text: string } | { fault: string };

export type Sending = {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Whether http and private addresses may be used. */
  allowsPrivate: boolean;
  patienceMs: number;
};

const mostAnswerBytes = 1024;

/**
 * Posts a body to somebody's endpoint and reads the beginning of the answer. The name is looked up here and its
 * address checked, then that very address is connected to; redirects are answers like others. Never rejects.
 */
export async function send({ url, headers, body, allowsPrivate, patienceMs }: Sending): Promise<Answer> {
  try {
    const target = new URL(url);
    if (target.protocol !== "https:" && !allowsPrivate)
      return { fault: "The address does not begin with https." };
    const address = await addressOf(target, allowsPrivate);
    return await post(target, address, headers, body, AbortSignal.timeout(patienceMs));
  } catch (error) {
    return { fault: faultIn(error, patienceMs) };
  }
}

function post(
  target: URL,
  address: string,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
): Promise<Answer> {
  const isTls = target.protocol === "https:";
  const options = {
    method: "POST",
    host: address,
    port: target.port || (isTls ? 443 : 80),
    path: target.pathname + target.search,
    servername: hostOf(target),
    agent: false as const,
    signal,
    headers: {
      host: target.host,
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
      ...headers,
    },
  };
  return new Promise((resolve, reject) => {
    const request = (isTls ? overTls : overHttp)(options, (answer) => {
      beginningOf(answer).then((text) => {
        request.destroy();
        resolve({ status: answer.statusCode ?? 0, text });
      }, reject);
    });
    request.on("error", reject);
    request.end(body);
  });
}

async function beginningOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    chunks.push(Buffer.from(chunk));
    size += chunk.length;
    if (size >= mostAnswerBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, mostAnswerBytes).toString("utf8");
}

function faultIn(error: unknown, patienceMs: number): string {
  if (error instanceof AppError) return error.message;
  if (!(error instanceof Error)) return "The endpoint could not be reached.";
  if (["AbortError", "TimeoutError"].includes(error.name)) {
    return `The endpoint did not answer within ${patienceMs / 1000} seconds.`;
  }
  const code = "code" in error && typeof error.code === "string" ? error.code : error.name;
  return `The endpoint could not be reached (${code}).`;
}
