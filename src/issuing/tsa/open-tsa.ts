import type { Crl } from "../../evidence/x509/crl.ts";
import { signerCertificate } from "../../evidence/x509/key-pair.ts";
import {
  type CredentialsKey,
  isFresh,
  makeCredentialsKey,
  readCredentialsIssuer,
} from "../../platform/keys/credentials-key.ts";
import { authorityIdentity } from "../../platform/keys/make-pki-key.ts";
import { isCurrent, makeEmbeddedCrl } from "../../platform/keys/pki-crl.ts";
import { loadPkiKeys, type PkiKeys, renewCrl } from "../../platform/keys/pki-keys.ts";
import { renewDueKeys } from "../../platform/keys/rotate-pki-keys.ts";
import type { IssuingConfig } from "../config.ts";
import type { Authority } from "./tsa.ts";

/** Loads or creates the keys of our authority. Throws AppError when they are missing although something was issued. */
export function openTsa(config: IssuingConfig, now: () => number, hasIssued: boolean): Authority {
  const identity = authorityIdentity(config);
  const load = (isUsed: boolean) => loadPkiKeys(config.dataDir, identity, new Date(now()), () => isUsed);
  let keys = load(hasIssued);
  const issuer = readCredentialsIssuer(config.dataDir);
  let current = keys.crl;
  let credentials: CredentialsKey | undefined;
  let embedded: { list: Crl; keys: PkiKeys; bytes: Uint8Array } | undefined;
  const currentList = () => {
    // Servers that share keys share the list as well: one of them renews it while it exchanges the keys.
    if (config.keysSecret === undefined && !isCurrent(current, new Date(now())))
      current = renewCrl(config.dataDir, new Date(now()));
    return current;
  };
  return {
    get tsa() {
      return keys.tsa;
    },
    get seal() {
      return keys.seal;
    },
    get root() {
      return keys.root;
    },
    get formerRoots() {
      return keys.formerRoots;
    },
    get lastCrls() {
      return keys.lastCrls;
    },
    reload() {
      keys = load(true);
      current = keys.crl;
    },
    renewKeys() {
      const renewed = renewDueKeys(config.dataDir, identity, new Date(now()));
      if (renewed.length > 0) keys = load(true);
      return renewed;
    },
    credentials() {
      const time = new Date(now());
      if (!credentials || !isFresh(credentials, time))
        credentials = makeCredentialsKey(issuer, identity, time);
      return credentials;
    },
    crl: currentList,
    embeddedCrl() {
      const list = currentList();
      if (embedded?.list !== list || embedded.keys !== keys) {
        const ends = [keys.tsa, keys.seal].map((key) => signerCertificate(key).notAfter.getTime());
        const root = readCredentialsIssuer(config.dataDir);
        embedded = { list, keys, bytes: makeEmbeddedCrl(root, list, new Date(Math.max(...ends))) };
      }
      return embedded.bytes;
    },
  };
}
