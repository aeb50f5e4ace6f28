import type { NoteVerifier } from "../evidence/tlog/signed-note.ts";
import type { KeysSecret } from "../platform/keys/sealed-key.ts";
import type { TsaAccess } from "./tsa/tsa-access.ts";
import type { Witness } from "./witnesses/witness-settings.ts";

/** The settings that decide how evidence is issued and who vouches for it. */
export type IssuingConfig = {
  /** Public base URL without a trailing slash; all our links start with it. */
  origin: string;
  dataDir: string;
  /** Seals the keys that servers share in the database; undefined: the keys are only files in `dataDir`. */
  keysSecret: KeysSecret | undefined;
  productName: string;
  /** URLs of external time-stamping authorities, tried in this order; none: only our own. */
  tsaUrls: string[];
  /** The headers and the client certificate that they require. */
  tsaAccess: TsaAccess;
  /** Addresses of trusted lists, and the certificates (PEM) of those who may have signed them. */
  trustedLists: string[];
  trustedListSigners: string | undefined;
  /** Root certificates (PEM) for them, in addition to the system's. */
  tsaRoots: string | undefined;
  /** URLs of external authorities that time-stamp only the log's checkpoints, never a document. */
  anchorAuthorities: string[];
  /** OpenTimestamps calendars that receive the log's checkpoints. */
  otsCalendars: string[];
  /** Addresses of block explorers' APIs (Esplora), asked in this order for the headers of the blocks they name. */
  bitcoinExplorers: string[];
  /** External witnesses that cosign our log. */
  logWitnesses: Witness[];
  /** The logs we cosign. */
  witnessFor: NoteVerifier[];
  /** The addresses of other servers whose logs we watch. */
  watch: string[];
  /** Format of PDF seals: PAdES, or the older one that more viewers can check. */
  sealFormat: "pades" | "pkcs7";
  rateLimitFactor: number;
};
