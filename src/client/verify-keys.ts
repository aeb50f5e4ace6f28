import { existsSync, readFileSync } from "node:fs";
import { AppError } from "../errors.ts";
import { readTrustFile } from "../evidence/trust-lists/trust-file.ts";
import { shippedLists, type TrustLists } from "../evidence/trust-lists/trust-lists.ts";
import { readAcceptedRoots } from "../evidence/tsp/accepted-roots.ts";
import { publishedTrust } from "../evidence/verifier/published-trust.ts";
import { describeTrustFileProblem } from "../evidence/verifier/sentences.ts";
import { crlsIn, readTrust, type Trust } from "../evidence/verifier/trust.ts";
import { fetchBytes } from "../platform/http-fetch.ts";
import type { KeySources } from "./key-sources.ts";

/**
 * Reads and downloads the keys. Throws AppError for a file that is missing or contains no key, and for a service that
 * does not have the keys that the reader's lists accept.
 */
export async function loadTrust(sources: KeySources): Promise<Trust> {
  const lists = sources.trust === undefined ? shippedLists : readLists(sources.trust);
  const origin = sources.origin === undefined ? undefined : readOrigin(sources.origin);
  const readSource = async (what: keyof typeof publishedTrust) => {
    const path = sources[what === "vkeys" ? "vkey" : what];
    if (path !== undefined) return readKeyFile(path);
    return origin === undefined
      ? new Uint8Array()
      : fetchBytes(`${origin.href.replace(/\/+$/, "")}${publishedTrust[what]}`);
  };
  const [ca, stampCa, crl, jwks, vkey, witnesses] = await Promise.all([
    readSource("ca"),
    readSource("stampCa"),
    readSource("crl"),
    readSource("jwks"),
    readSource("vkeys"),
    readSource("witnesses"),
  ]);
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const texts = {
    ca: text(ca),
    stampCa: text(stampCa),
    jwks: text(jwks),
    vkeys: text(vkey),
    witnesses: text(witnesses),
  };
  const all = readTrust({ name: "", ...texts, crl: "" }, { ...lists, service: undefined });
  const crls = crlsIn(crl);
  refuseEmpty("certificate", ca, all.roots);
  refuseEmpty("root of another authority", stampCa, readAcceptedRoots(texts.stampCa));
  refuseEmpty("revocation list", crl, crls);
  refuseEmpty("key of statements", jwks, all.jwks.keys);
  refuseEmpty("key of a log", vkey, all.logs);
  refuseEmpty("key of a witness", witnesses, all.witnesses);
  const accepted = readTrust({ name: "", ...texts, crl: "" }, lists);
  refuseOthers("root certificates", all.roots, accepted.roots);
  refuseOthers("keys of statements", all.jwks.keys, accepted.jwks.keys);
  refuseOthers("keys of logs", all.logs, accepted.logs);
  const name = all.roots[0]?.subject.organization || (origin?.hostname ?? "the service");
  return { ...accepted, crls, name };
}

function readLists(path: string): TrustLists {
  const read = readTrustFile(readKeyFile(path), shippedLists);
  if ("lists" in read) return read.lists;
  const { message } = describeTrustFileProblem(path, read);
  throw new AppError("invalid", "trust-file-invalid", "{problem}", { params: { problem: message } });
}

/** A service with none of the keys that the reader accepts is another service. */
function refuseOthers(what: string, all: unknown[], accepted: unknown[]): void {
  if (all.length > 0 && accepted.length === 0) {
    throw new AppError(
      "invalid",
      "service-not-accepted",
      "The {what} of this service are not the ones that your trust file names.",
      { params: { what } },
    );
  }
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
