import { z } from "zod";
import { wellFormed } from "../../formats/der/malformed.ts";
import { workOfDifficulty } from "../bitcoin/block-header.ts";
import { parseJson } from "../jws.ts";
import { parseVerifierKey, signatureTypes } from "../tlog/signed-note.ts";
import { readCertificate } from "../x509/certificate.ts";
import { decodePem } from "../x509/pem.ts";
import { shippedLists, type TrustLists } from "./trust-lists.ts";

/**
 * Why a trust file cannot be used: it is not JSON, has another version, or `part`, such as `witnesses[2]`, is unknown
 * or cannot be read.
 */
export type TrustFileProblem = { problem: "json" | "version" } | { problem: "part"; part: string };

const version = 1;
/** Enough for the time-stamp services in the lists of all states of the European Union. */
const maxTrustFileBytes = 4_000_000;
/** Enough for everything before the first brace. */
const headBytes = 1024;
/** An entry of a list that stands for the whole list that comes with the verifier. */
const shipped = "shipped";

const hex = z.string().regex(/^[0-9a-f]{64}$/);
const root = z.string().transform((pem, context) => {
  const certificates = decodePem("CERTIFICATE", pem).flatMap(
    (der) => wellFormed(() => readCertificate(der)) ?? [],
  );
  if (certificates.length === 0) context.addIssue("not a certificate");
  return certificates;
});
const verifierKey = z.string().transform((line, context) => parseVerifierKey(line) ?? refuse(context));
const logKey = verifierKey.refine(({ type }) => type === signatureTypes.note);
const witnessKey = verifierKey.refine(({ type }) => type !== signatureTypes.note);
const orShipped = <Item>(item: z.ZodType<Item>) => z.union([z.literal(shipped), item]);

function refuse(context: z.RefinementCtx): never {
  context.addIssue("not a verifier key");
  return z.NEVER;
}

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const timeStampService = z.strictObject({
  name: z.string(),
  certificates: z.array(root).transform((certificates) => certificates.flat()),
  statuses: z
    .array(z.strictObject({ since: time, granted: z.boolean() }))
    .transform((statuses) =>
      statuses
        .map(({ since, granted }) => ({ since, isGranted: granted }))
        .toSorted((one, other) => other.since.getTime() - one.since.getTime()),
    ),
});
const trustedList = z.strictObject({
  territory: z.string(),
  operator: z.string(),
  sequence: z.number().int().min(1),
  issued: time,
  nextUpdate: time.optional(),
  services: z.array(timeStampService),
});

/** The form of a trust file, version 1; docs/verifying.md describes it. */
const trustFileSchema = z.strictObject({
  attestampTrust: z.literal(version),
  service: z
    .strictObject({
      roots: z.array(hex).optional(),
      keys: z.array(z.string().regex(/^[\w-]{43}$/)).optional(),
      logs: z.array(logKey).optional(),
    })
    .optional(),
  timeStampRoots: z.array(orShipped(root)).optional(),
  witnesses: z.array(orShipped(witnessKey)).optional(),
  trustedLists: z.array(trustedList).optional(),
  bitcoin: z
    .strictObject({
      // Without leading zeros, so that no height is there twice.
      checkpoints: z.record(z.string().regex(/^(0|[1-9]\d{0,8})$/), hex),
      difficulty: z.number().min(1).max(1e30).optional(),
    })
    .optional(),
});

/** True for the beginning of a file of this size that may be a trust file. */
export const beginsTrustFile = (head: Uint8Array, size: number): boolean =>
  size <= maxTrustFileBytes &&
  /^\ufeff?\s*\{/.test(new TextDecoder("utf-8", { ignoreBOM: true }).decode(head));

/** True for a file that says it is a trust file, even if it cannot be used: a reader's rules are never just skipped. */
export const isTrustFile = (bytes: Uint8Array): boolean =>
  beginsTrustFile(bytes.subarray(0, headBytes), bytes.length) &&
  /"attestampTrust"\s*:/.test(new TextDecoder().decode(bytes));

/**
 * The reader's own lists. Each list in the file takes the place of the one in `before`; what the file leaves out stays,
 * and an empty list trusts nobody. Never throws. Runs in browsers.
 */
export function readTrustFile(
  bytes: Uint8Array,
  before: TrustLists,
): { lists: TrustLists } | TrustFileProblem {
  const json = bytes.length > maxTrustFileBytes ? undefined : parseJson(bytes);
  if (json === null || typeof json !== "object" || Array.isArray(json)) return { problem: "json" };
  if (!("attestampTrust" in json) || json.attestampTrust !== version) return { problem: "version" };
  const read = trustFileSchema.safeParse(json);
  if (!read.success) return { problem: "part", part: partOf(read.error) };
  const { service, timeStampRoots, witnesses, trustedLists, bitcoin } = read.data;
  return {
    lists: {
      service: { ...before.service, ...service },
      roots: timeStampRoots?.flatMap((one) => (one === shipped ? shippedLists.roots : one)) ?? before.roots,
      witnesses:
        witnesses?.flatMap((one) => (one === shipped ? shippedLists.witnesses : one)) ?? before.witnesses,
      trustedLists:
        trustedLists?.map(({ nextUpdate, ...list }) => ({ ...list, nextUpdate })) ?? before.trustedLists,
      bitcoin: bitcoin
        ? {
            checkpoints: new Map(
              Object.entries(bitcoin.checkpoints).map(([height, hash]) => [Number(height), hash]),
            ),
            work: bitcoin.difficulty === undefined ? undefined : workOfDifficulty(bitcoin.difficulty),
            easiestTarget: before.bitcoin.easiestTarget,
          }
        : before.bitcoin,
    },
  };
}

/** The first part with a problem, such as `witnesses[2]` or `bitcoin.checkpoints`. */
function partOf({ issues }: z.ZodError): string {
  const [issue] = issues;
  const keys = issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  return [...(issue?.path ?? []), ...keys]
    .map((key, at) => (typeof key === "number" ? `[${key}]` : `${at === 0 ? "" : "."}${String(key)}`))
    .join("");
}
