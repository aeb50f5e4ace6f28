import { existsSync, readFileSync } from "node:fs";
import { AppError } from "../../errors.ts";
import { publishedTrust } from "../../evidence/verifier/published-trust.ts";
import { crlsIn, readTrust, type Trust } from "../../evidence/verifier/trust.ts";
import { fetchBytes } from "../../platform/http-fetch.ts";

/** Sources of a service's keys: files, or the service's address for missing files. */
export type KeySources = {
  ca?: string;
  stampCa?: string;
  crl?: string;
  jwks?: string;
  vkey?: string;
  witnesses?: string;
  blocks?: string;
  origin?: string;
};

/** Reads and downloads the keys. Throws AppError for a file that is missing or contains no key. */
export async function loadTrust(sources: KeySources): Promise<Trust> {
  const origin = sources.origin === undefined ? undefined : readOrigin(sources.origin);
  const readSource = async (what: keyof typeof publishedTrust) => {
    const path = sources[what === "vkeys" ? "vkey" : what];
    if (path !== undefined) return readKeyFile(path);
    return origin === undefined
      ? new Uint8Array()
      : fetchBytes(`${origin.href.replace(/\/+$/, "")}${publishedTrust[what]}`);
  };
  const [ca, stampCa, crl, jwks, vkey, witnesses, blocks] = await Promise.all([
    readSource("ca"),
    readSource("stampCa"),
    readSource("crl"),
    readSource("jwks"),
    readSource("vkeys"),
    readSource("witnesses"),
    readSource("blocks"),
  ]);
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const texts = {
    ca: text(ca),
    stampCa: text(stampCa),
    jwks: text(jwks),
    vkeys: text(vkey),
    witnesses: text(witnesses),
    blocks: text(blocks),
  };
  const read = readTrust({ name: "", ...texts, crl: "" });
  const name = read.roots[0]?.subject.organization || (origin?.hostname ?? "the service");
  const trust = { ...read, crls: crlsIn(crl), name };
  refuseEmpty("certificate", ca, trust.roots);
  refuseEmpty("root of another authority", stampCa, trust.stampRoots);
  refuseEmpty("revocation list", crl, trust.crls);
  refuseEmpty("key of statements", jwks, trust.jwks.keys);
  refuseEmpty("key of a log", vkey, trust.logs);
  refuseEmpty("key of a witness", witnesses, trust.witnesses);
  refuseEmpty("list of Bitcoin blocks", blocks, [...trust.blocks]);
  return trust;
}

/** A given file without any key of its kind is a usage mistake. */
function refuseEmpty(what: string, given: Uint8Array, found: unknown[]): void {
  if (given.length > 0 && found.length === 0) {
    throw new AppError(
      "invalid",
      "key-option-empty",
      "The file that was given as a {what} does not contain one.",
      {
        params: { what },
      },
    );
  }
}

/**
 * Parses the address of the service whose keys are trusted. Only https proves who answers; http is allowed for this
 * machine only. Throws AppError for any other.
 */
export function readOrigin(text: string): URL {
  const origin = URL.canParse(text) ? new URL(text) : undefined;
  if (!origin || !/^https?:$/.test(origin.protocol) || origin.search + origin.hash !== "")
    throw new AppError(
      "invalid",
      "origin-invalid",
      "Please use an address for --origin such as https://attestamp.example.",
    );
  if (origin.username !== "" || origin.password !== "")
    throw new AppError(
      "invalid",
      "origin-has-credentials",
      "Please use an address for --origin without a user name or password.",
    );
  if (origin.protocol === "http:" && !isLoopback(origin.hostname)) {
    const why = "Over http, anyone in between could respond in its place, with their own keys.";
    throw new AppError("invalid", "origin-not-https", "Please use an https address for --origin. {why}", {
      params: { why },
    });
  }
  return origin;
}

const isLoopback = (host: string) =>
  host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);

function readKeyFile(path: string): Uint8Array {
  if (!existsSync(path))
    throw new AppError("not_found", "local-path-not-found", "There is no file {path}.", { params: { path } });
  return readFileSync(path);
}
