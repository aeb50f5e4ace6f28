import type { Config } from "../config.ts";
import { isCurrent } from "../files/authority-crl.ts";
import { loadAuthorityKeys, renewCrl } from "../files/authority-keys.ts";
import type { Authority } from "./authority.ts";

/** Loads or makes the authority's keys. Throws AppError when they are missing though something was issued. */
export function openAuthority(config: Config, now: () => number, hasIssued: () => boolean): Authority {
  const identity = { organization: config.productName };
  const { tsa, seal, root, crl } = loadAuthorityKeys(config.dataDir, identity, new Date(now()), hasIssued);
  let current = crl;
  return {
    tsa,
    seal,
    root,
    crl() {
      if (!isCurrent(current, new Date(now()))) current = renewCrl(config.dataDir, new Date(now()));
      return current;
    },
  };
}
