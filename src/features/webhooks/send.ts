import { type IncomingMessage, request as overHttp } from "node:http";
import { request as overTls } from "node:https";
import type { Socket } from "node:net";
import { AppError, type Message } from "../../errors.ts";
import {
  getServerName,
  type LookUp,
  lookUpLocally,
  resolveAddress,
  unlessAborted,
} from "../../platform/public-address.ts";

/** The result of one attempt: the answer, or the reason why there is none. */
export type Answer = { status: number; text: string } | { failure: Message };

export type Sending = {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Whether http and private addresses may be used. */
  allowsPrivate: boolean;
  /** The time limit for everything, from the lookup of the name to the answer. */
  timeoutMs: number;
  network?: Network;
};

/** Lookup and trusted certificates (PEM) instead of the system's; tests have their own. */
type Network = { lookUp: LookUp; trusted?: string };

const maxAnswerBytes = 1024;
/** Maximum number of bytes read before the start of an answer; many times what any server sends. */
const maxHeardBytes = 64 * 1024;

/**
 * Posts a body to a user's endpoint and reads the beginning of the answer. The name is looked up here, its address is
 * checked, and the connection goes to that address; redirects are not followed. Never rejects.
 */
export async function send(sending: Sending): Promise<Answer> {
  const { url, allowsPrivate, timeoutMs, network = { lookUp: lookUpLocally } } = sending;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const target = new URL(url);
    if (target.protocol !== "https:" && !allowsPrivate)
      return { failure: { code: "webhook-not-https", text: "The address does not begin with https." } };
    const address = await unlessAborted(resolveAddress(target, allowsPrivate, network.lookUp), signal);
    return await post(sending, target, address, signal, network.trusted);
  } catch (error) {
    return { failure: failureIn(error, timeoutMs) };
  }
}

function post(
  { headers, body }: Sending,
  target: URL,
  address: string,
  signal: AbortSignal,
  trusted: string | undefined,
): Promise<Answer> {
  const isTls = target.protocol === "https:";
  const servername = getServerName(target);
  const options = {
    method: "POST",
    host: address,
    port: target.port || (isTls ? 443 : 80),
    path: target.pathname + target.search,
    ...(servername !== undefined && { servername }),
    ...(trusted !== undefined && { ca: trusted }),
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
      readBeginning(answer).then((text) => {
        request.destroy();
        resolve({ status: answer.statusCode ?? 0, text });
      }, reject);
    });
    request.on("error", reject);
    request.on("socket", (socket) =>
      limitHeard(socket, () => {
        reject(
          new AppError(
            "invalid",
            "webhook-answer-too-long",
            "The endpoint sent a lot of data but no complete answer.",
          ),
        );
        request.destroy();
      }),
    );
    request.end(body);
  });
}

/**
 * The HTTP parser limits headers, but not blank lines before an answer, interim answers (RFC 9110, 15.2) or zeros
 * before the length of a chunk: these would keep a core busy until the timeout. The first chunk counts only together
 * with the next, since by then the beginning of an answer in it has been read.
 */
function limitHeard(socket: Socket, stop: () => void): void {
  let heard = 0;
  socket.on("data", (bytes: Buffer) => {
    if (heard > maxHeardBytes) stop();
    heard += bytes.length;
  });
}

async function readBeginning(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    chunks.push(Buffer.from(chunk));
    size += chunk.length;
    if (size >= maxAnswerBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString("utf8");
}

function failureIn(error: unknown, timeoutMs: number): Message {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error)) return unreachable;
  if (["AbortError", "TimeoutError"].includes(error.name)) {
    const text = "The endpoint did not answer within {seconds} seconds.";
    return { code: "webhook-timeout", text, params: { seconds: timeoutMs / 1000 } };
  }
  const reason = "code" in error && typeof error.code === "string" ? error.code : error.name;
  return {
    code: "webhook-unreachable-because",
    text: "Couldn't reach the endpoint ({reason}).",
    params: { reason },
  };
}

const unreachable: Message = { code: "webhook-unreachable", text: "Couldn't reach the endpoint." };
