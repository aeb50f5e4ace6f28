import { verifyTimeStampToken } from "../../evidence/tsp/token.ts";
import { type Certificate, readCertificate } from "../../evidence/x509/certificate.ts";
import { PkiFiles } from "../../platform/keys/pki-files.ts";
import type { IssuingDeps } from "../deps.ts";
import { listRoots, listTimeStamps, type TimeStamped } from "./tsa.repo.ts";
import { computeImprint } from "./tsa.ts";

/** Every root this server has had, and those of external authorities that it accepted. */
export async function readStoredRoots({
  db,
  config,
}: Pick<IssuingDeps, "db" | "config">): Promise<Certificate[]> {
  const files = new PkiFiles(config.dataDir);
  const current = files.read("root");
  const retired = files.retired().filter(({ role }) => role === "root");
  const outside = (await listRoots(db)).map(({ certificate }) => readCertificate(certificate));
  const own = [...(current ? [current.parsed] : []), ...retired.map((one) => one.certificate)];
  return [...own, ...files.stolenRoots(), ...outside];
}

/** What the time-stamps over a document's files say, external ones first. */
export async function listDocumentTimeStamps(
  { db }: Pick<IssuingDeps, "db">,
  serialNumber: string,
): Promise<{ about: TimeStamped; authority: string; time: Date }[]> {
  return (await listTimeStamps(db, serialNumber)).map(({ about, authority, time }) => ({
    about,
    authority,
    time,
  }));
}

/** A sentence for each invalid token over a certificate's files; `digests` are hex SHA-256. */
export async function findTimeStampIssues(
  { db }: Pick<IssuingDeps, "db">,
  serialNumber: string,
  digests: { original: string; stamped: string },
  roots: Certificate[],
): Promise<string[]> {
  return (await listTimeStamps(db, serialNumber)).flatMap(({ about, isOutside, token }) => {
    const imprint = computeImprint(Buffer.from(digests[about], "hex"));
    const checked = verifyTimeStampToken(token, { imprint, roots });
    if ("timeStamp" in checked) return [];
    const whose = isOutside ? "external timestamp" : "timestamp";
    return [
      `its ${whose} of the ${about === "original" ? "original" : "stamped copy"} is not valid (${checked.error}).`,
    ];
  });
}
