import { z } from "zod";

/** What authorities of documents require of those who ask them, besides a password in the address. */
export type TsaAccess = {
  /** Each for one host, such as tsa.example.org:8443. */
  headers: { host: string; name: string; value: string }[];
  /** The client certificate and its key (PEM), for all of them. */
  certificate: string | undefined;
  key: string | undefined;
};

export const noTsaAccess: TsaAccess = { headers: [], certificate: undefined, key: undefined };

/** Headers, each in a line of its own: `HOST NAME: VALUE`. */
export const tsaHeaders = z.string().transform((text, context) => {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const headers = lines.flatMap((line) => readHeader(line.trim()) ?? []);
  if (headers.length === lines.length) return headers;
  context.addIssue("Please write HOST NAME: VALUE, each in a line of its own");
  return z.NEVER;
});

function readHeader(line: string): TsaAccess["headers"][number] | undefined {
  const [, host = "", name = "", value = ""] = /^([^\s/]+)\s+([\w-]+):\s*([\x20-\x7e]+)$/.exec(line) ?? [];
  return value === "" ? undefined : { host: host.toLowerCase(), name, value };
}

/** Hosts in TSA_HEADERS to which no secret goes: no address has them, or only one without encryption. */
export const unsafeHosts = ({ headers }: Pick<TsaAccess, "headers">, urls: readonly string[]): string[] =>
  headers.map(({ host }) => host).filter((host) => !urls.some((url) => hostOf(url) === host && isSafe(url)));

const hostOf = (url: string) => new URL(url).host;

/** Encrypted, or on this machine. */
const isSafe = (url: string) =>
  url.startsWith("https:") || ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);

/** What a request to this address carries. */
export function accessTo(url: string, { headers, certificate, key }: TsaAccess) {
  const own = headers.filter(({ host }) => host === hostOf(url) && isSafe(url));
  return {
    headers: Object.fromEntries(own.map(({ name, value }) => [name, value])),
    ...(certificate !== undefined && key !== undefined && { tls: { cert: certificate, key } }),
  };
}
