import type { HashName } from "../../evidence/hash.ts";
import type { Imprint } from "../../evidence/tsp/imprint.ts";
import type { Certificate } from "../../evidence/x509/certificate.ts";
import type { Crl } from "../../evidence/x509/crl.ts";
import type { Signer } from "../../evidence/x509/key-pair.ts";

/** Our own authority: the keys that sign time-stamps and seals, and what is published to verify them. */
export type Authority = {
  /** Read it again for every use, like `seal`: keys are replaced while the server runs. */
  tsa: Signer;
  seal: Signer;
  /** Signs the content credentials of pictures, with a key that is replaced every week and never stored. */
  credentials: () => Signer;
  root: Certificate;
  /** Earlier roots that still vouch for what was signed under them. */
  formerRoots: Certificate[];
  /** The revocation list, which is signed again every day. */
  crl: () => Crl;
  /** The same list, DER, to be stored inside files: in force until the certificates of `tsa` and `seal` end. */
  embeddedCrl: () => Uint8Array;
  /** The last revocation list of each former root. */
  lastCrls: Crl[];
  /** Reads the keys again, which another server may have replaced, and renews the revocation list if it is due. */
  reload: () => void;
  /** Replaces the keys that are due, on disk and here; returns which. */
  renewKeys: () => ("tsa" | "seal")[];
};

/** A bare time-stamp token (RFC 3161) that was fully verified. */
export type IssuedTimeStamp = {
  token: Uint8Array;
  time: Date;
  /** The authority's name, as its certificate says. */
  authority: string;
  /** When the certificate ends that signed it. */
  certificateEnd: Date;
  /** Whether an external authority vouches for the time. */
  outside: boolean;
  /** The root of an external authority; it is stored as long as the token. */
  root?: Certificate;
};

/** The kind of the job that requests missing external tokens; its subject is the serial number. */
export const externalTimeStampJob = "outside-time-stamp";

/** If the difference is larger, our clock or the external authority's is wrong. */
export const maxDriftMs = 10_000;
/** The time limit for one external authority. */
export const timeoutMs = 3_000;

/**
 * How far our clock may be off when an external authority has confirmed it: the tolerated drift, the time the answer
 * may take, and a second each for the authority's accuracy and for time-stamps in whole seconds.
 */
export const accuracyMs = maxDriftMs + timeoutMs + 2_000;
/** Only an authority this accurate confirms our clock. One that states no accuracy is assumed to be accurate enough. */
export const confirmingAccuracyMs = 1_000;

export const computeImprint = (digest: Uint8Array, hash: HashName = "SHA-256"): Imprint => ({ hash, digest });
