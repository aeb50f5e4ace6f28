import { readFileSync } from "node:fs";
import { join } from "node:path";
import { verifyTimeStampToken } from "../evidence/time-stamp/token.ts";
import { type Certificate, readCertificate } from "../evidence/x509/certificate.ts";
import { decodePem } from "../evidence/x509/pem.ts";
import type { Check } from "./check.ts";

type Stamped = { serial_number: string; about: "original" | "stamped"; sha256: string; token: Buffer };

const ownTokens = `
  SELECT t.serial_number, t.about, t.token, iif(t.about = 'original', d.sha256, d.stamped_sha256) AS sha256
  FROM time_stamps t JOIN certificates c USING (serial_number) JOIN documents d ON d.id = c.document_id
  WHERE NOT t.is_outside`;

/** Our own tokens, each against the file it stands for and the root it has to lead to. */
export const timeStampCheck: Check = {
  what: "time-stamps",
  advice: "Put keys/root.pem back that made them, or a backup of the database.",
  faultsOf: (scene) => {
    const pem = readFileSync(join(scene.config.dataDir, "keys/root.pem"), "utf8");
    const roots = decodePem("CERTIFICATE", pem).map(readCertificate);
    const rows = scene.db.$client.prepare<[], Stamped>(ownTokens).iterate();
    return Array.from(rows, (row) => faultOf(row, roots)).filter((fault) => fault !== undefined);
  },
};

function faultOf({ serial_number, about, sha256, token }: Stamped, roots: Certificate[]): string | undefined {
  const imprint = { hash: "SHA-256", digest: Buffer.from(sha256, "hex") } as const;
  const judged = verifyTimeStampToken(token, { imprint, roots });
  return "timeStamp" in judged ? undefined : `${serial_number}: the time-stamp of the ${about} does not hold`;
}
