import { randomInt } from "node:crypto";
import type { Deps } from "../deps.ts";
import { sealCms } from "../evidence/seal/seal-cms.ts";
import { fillSeal } from "../sealing/fill-seal.ts";
import { mostPadding, mostSpareRoom, type OpenSeal, type SealOptions } from "../sealing/seal.ts";
import { requireInForce } from "./key-ends.service.ts";
import { timeStamp } from "./time-stamping.service.ts";

const base64 = (der: Uint8Array) => Buffer.from(der).toString("base64");

/** That something in a document fits one of them is rare already. */
const draws = 8;

/**
 * What a child needs to prepare a PDF for our seal: nothing secret. The certificates of an outside authority need no
 * place in here: its token was only taken because it leads to a known root by what is in it.
 */
export function sealOptions({ authority, config, now }: Deps): SealOptions {
  const { root, tsa, seal, crl } = authority;
  return {
    subFilter: config.sealFormat === "pkcs7" ? "adbe.pkcs7.detached" : "ETSI.CAdES.detached",
    name: config.productName,
    time: now(),
    certificates: [root.bytes, seal.certificate, tsa.certificate].map(base64),
    crls: [base64(crl().bytes)],
    lengths: Array.from({ length: draws }, () => ({
      spareRoom: randomInt(mostSpareRoom + 1),
      padding: randomInt(mostPadding + 1),
    })),
  };
}

/**
 * Seals the prepared PDF at `path` and time-stamps it as it then stands; gives the length and SHA-256 of the
 * finished file, which is then on the disk. Throws `unavailable` when the certificate of the seal has ended.
 */
export async function sealFile(
  deps: Deps,
  path: string,
  open: OpenSeal,
): Promise<{ bytes: number; sha256: string }> {
  const { root } = deps.authority;
  const signer = requireInForce(deps, "seal");
  const token = async (digest: Uint8Array) => (await timeStamp(deps, digest)).token;
  const signers = {
    seal: (digest: Uint8Array) => sealCms({ digest, signer, chain: [root.bytes], timeStamp: token }),
    timeStamp: token,
  };
  return fillSeal(path, open, signers, deps.files.disk.open);
}
