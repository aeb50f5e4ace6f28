import { AppError } from "../errors.ts";

/**
 * The origin in the address of a server. Tokens and documents are sent unencrypted to another machine only if the user
 * allows it. Throws AppError for any other address.
 */
export function serverIn(address: string, allowsHttp: boolean): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new AppError("invalid", "server-address-invalid", "--server: please write http://… or https://…");
  if (isPlaintextHttp(url) && !allowsHttp) {
    const text =
      "{origin} is not encrypted: others on the network could read the token and the documents. Use https://…, or add --allow-http if you trust the network.";
    throw new AppError("invalid", "server-not-encrypted", text, { params: { origin: url.origin } });
  }
  return url.origin;
}

/** Whether data sent to this address is readable on the network: it goes unencrypted to another machine. */
export function isPlaintextHttp(url: URL): boolean {
  if (url.protocol === "https:") return false;
  return !/^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
}
