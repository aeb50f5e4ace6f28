import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { publishedTrust } from "../../../src/evidence/verifier/published-trust.ts";
import type { TrustTexts } from "../../../src/evidence/verifier/trust.ts";
import { productName } from "../../environment/server-settings.ts";
import { browserStorage } from "../../environment/storage.ts";
import { requireSuccess } from "../../lib/api-error.ts";
import { openVerifier } from "./verify-in-worker.ts";

/**
 * Loads everything that is needed to verify files, in parallel with the record. `trust` is undefined until every
 * request has succeeded or failed.
 */
export function useTrust(): { trust: TrustTexts | undefined; reload: () => void } {
  const { data, refetch } = useQuery({ queryKey: ["trust"], queryFn: loadTrustTexts });
  // If the verifier fails to load now, the check of the first file tries again and reports the failure.
  useEffect(() => void openVerifier().catch(() => undefined), []);
  return { trust: data, reload: () => void refetch() };
}

const asText = (answer: Response) => answer.text();

/**
 * The trusted keys as this service publishes them: its root certificate, the external roots it accepted, its revocation
 * list, its signing keys, and the keys of the log and of its witnesses. The browser keeps the last copy of each, so
 * that codes and files can be checked while the server is unreachable. A missing part is empty. Never rejects.
 */
async function loadTrustTexts(): Promise<TrustTexts> {
  const [ca, stampCa, crl, jwks, vkeys, witnesses] = await Promise.all([
    load(publishedTrust.ca, asText),
    load(publishedTrust.stampCa, asText),
    load(publishedTrust.crl, asText),
    load(publishedTrust.jwks, asText),
    load(publishedTrust.vkeys, asText),
    load(publishedTrust.witnesses, asText),
  ]);
  return { name: productName, ca, stampCa, crl, jwks, vkeys, witnesses };
}

async function load(address: string, read: (answer: Response) => Promise<string>): Promise<string> {
  try {
    const text = await read(await requireSuccess(await fetch(address)));
    browserStorage.write(address, text);
    return text;
  } catch {
    // Without a key, the verifier reports in each finding what is missing.
    return browserStorage.read(address) ?? "";
  }
}
