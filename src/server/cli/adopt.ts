import { hash } from "node:crypto";
import { AppError } from "../../errors.ts";
import type { Trust } from "../../evidence/verifier/trust.ts";
import {
  type Adopted,
  adoptSite,
  listAdopted,
  removeAdoption,
  type Vouched,
} from "../../features/publishing/adopt.service.ts";
import { type AdoptionRow, adoptedPath } from "../../features/publishing/adoption.ts";
import { printable } from "./printable.ts";
import { showProgress } from "./show-progress.ts";
import { printWithExistingData } from "./with-deps.ts";

const sha256 = (bytes: Uint8Array) => hash("sha256", bytes);

/** Takes over the published site of a service that has ended. A running server answers for it at once. */
export async function adopt(
  folder: string | undefined,
  {
    logKey,
    hashesOnly = false,
    withoutStatement = false,
  }: { logKey?: string | undefined; hashesOnly?: boolean; withoutStatement?: boolean },
): Promise<void> {
  if (folder === undefined)
    throw new AppError("invalid", "site-not-named", "Please name the folder of the published site to adopt.");
  const { onProgress, end } = showProgress("records");
  try {
    await printWithExistingData(async (deps) => {
      const options = { folder, logKey, hashesOnly, withoutStatement, onProgress };
      const adopted = await adoptSite(deps, options);
      const { origin } = deps.config;
      const isNamed = logKey !== undefined;
      return describeAdopted(adopted, { origin, isNamed }).map(printable).join("\n");
    });
  } finally {
    end();
  }
}

/** What was adopted, and what no one vouches for. `isNamed`: the operator named the key of the log. */
export function describeAdopted(
  { adoption, withoutRecord, verifierKey, vouched, trust }: Adopted,
  { origin: own, isNamed }: { origin: string; isNamed: boolean },
): string[] {
  const { origin, site, hashesOnly, records, entries } = adoption;
  return [
    `Adopted ${origin}: ${records} records${hashesOnly ? " without names" : ""} and a log of ${entries} entries. All of them were checked.`,
    ...(withoutRecord > 0
      ? [`${withoutRecord} entries have no record, by what the site says: no one else can tell why.`]
      : []),
    `They are at ${own}${adoptedPath}/${site}/ and, once ${new URL(origin).host} leads to this server, at their own addresses.`,
    isNamed
      ? "Its log has the key that you named."
      : `Whether this is the log of ${origin}, its key tells. Compare it with the one in the README of an older evidence pack: ${verifierKey}`,
    ...describeVouched(vouched, trust),
  ];
}

function describeVouched(vouched: Vouched, trust: Trust): string[] {
  const keys = "the hashes of all other keys and roots";
  switch (vouched) {
    case "records":
      return [`That key signed the address, the hash of every record, and ${keys}.`];
    case "serial-numbers":
      return [
        `That key signed the address, all serial numbers, and ${keys}.`,
        "Another operator who had adopted this site published it: that key does not vouch for what records without a signed statement say.",
      ];
    case "keys":
      return [
        `That key signed the address, the number of records, and ${keys}.`,
        "An earlier version signed that: the key does not vouch for which records there are. Those who gave you the folder can have left some out, and added as many without a signed statement.",
      ];
    case "nothing":
      return [
        "This site has no statement of its log about its keys: an earlier version published it, or someone removed the statement. The key of the log does not vouch for these, which verifiers trust at those addresses. Compare them with an older evidence pack, too:",
        ...listKeys(trust),
        "Nor does it vouch for which records there are: those who gave you the folder can have left some out, and added others without a signed statement.",
      ];
  }
}

const listKeys = ({ roots, stampRoots, publicRoots, jwks }: Trust) => [
  ...roots.map(({ bytes }) => `root certificate, SHA-256 ${sha256(bytes)}`),
  ...stampRoots
    .filter(({ bytes }) => !publicRoots.some((root) => Buffer.compare(root.bytes, bytes) === 0))
    .map(({ bytes }) => `root of an external authority, SHA-256 ${sha256(bytes)}`),
  ...jwks.keys.map(({ kid }) => `signing key ${kid}`),
];

/** Prints the services that were adopted, and those that were removed. */
export async function listSites(): Promise<void> {
  await printWithExistingData(async (deps) => {
    const rows = await listAdopted(deps);
    return rows.length === 0
      ? "This server has adopted no site."
      : rows.map((row) => printable(describeSite(row))).join("\n");
  });
}

const day = (time: Date | null) => time?.toISOString().slice(0, 10) ?? "";

function describeSite({
  origin,
  records,
  entries,
  hashesOnly,
  adoptedAt,
  removedAt,
  site,
}: AdoptionRow): string {
  const what = `${records} records${hashesOnly ? " without names" : ""}, a log of ${entries} entries`;
  const where = site === null ? `removed on ${day(removedAt)}` : `at ${adoptedPath}/${site}/`;
  return `${origin}: ${what}, adopted on ${day(adoptedAt)}, ${where}`;
}

/** Ends the answers for an adopted service. */
export async function removeSite(origin: string): Promise<void> {
  const { onProgress, end } = showProgress("records and files");
  try {
    await printWithExistingData(async (deps) => {
      await removeAdoption(deps, origin, onProgress);
      return printable(
        `Removed ${origin}: its records, log and keys are deleted here. The statement about its log stays in the log.`,
      );
    });
  } finally {
    end();
  }
}
