import { type IncomingMessage, get as overHttp } from "node:http";
import { get as overTls } from "node:https";
import { type Crl, readCrl } from "../../evidence/x509/crl.ts";
import { wellFormed } from "../../formats/der/malformed.ts";
import {
  getServerName,
  lookUpLocally,
  resolveAddress,
  unlessAborted,
} from "../../platform/public-address.ts";

/** Larger lists would make every document larger; those of time-stamp authorities have a few entries. */
const maxCrlBytes = 64 * 1024;

/**
 * Fetches a revocation list in DER. Its address comes from someone else's certificate, so only public addresses are
 * asked, or the `hosts` (with their ports) that the operator has named; redirects are not followed. Rejects with the
 * reason, at the latest when the signal aborts. The list's signature is not checked.
 */
export async function fetchCrl(address: string, hosts: string[], signal: AbortSignal): Promise<Crl> {
  const url = new URL(address);
  const host = await unlessAborted(resolveAddress(url, hosts.includes(url.host), lookUpLocally), signal);
  const crl = await getBytes(url, host, signal);
  const list = wellFormed(() => readCrl(crl));
  if (!list) throw new Error("it is not a revocation list");
  return list;
}

function getBytes(url: URL, host: string, signal: AbortSignal): Promise<Uint8Array> {
  const isTls = url.protocol === "https:";
  const servername = getServerName(url);
  const options = {
    host,
    port: url.port || (isTls ? 443 : 80),
    path: url.pathname + url.search,
    ...(servername !== undefined && { servername }),
    agent: false as const,
    signal,
    headers: { host: url.host },
  };
  return new Promise((resolve, reject) => {
    const request = (isTls ? overTls : overHttp)(options, (answer) => {
      readBody(answer).then(resolve, reject);
    });
    request.on("error", reject);
  });
}

async function readBody(answer: IncomingMessage): Promise<Uint8Array> {
  try {
    if (answer.statusCode !== 200) throw new Error(`HTTP status ${answer.statusCode}`);
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of answer) {
      chunks.push(Buffer.from(chunk));
      size += chunk.length;
      if (size > maxCrlBytes) throw new Error(`a list of more than ${maxCrlBytes} bytes`);
    }
    return Buffer.concat(chunks);
  } finally {
    answer.destroy();
  }
}
