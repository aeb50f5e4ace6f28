import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { publishedTrust } from "../../../src/evidence/verifier/published-trust.ts";
import type { TrustTexts } from "../../../src/evidence/verifier/trust.ts";
import { requireSuccess } from "../../lib/api-error.ts";
import { productName } from "../../lib/server-settings.ts";
import { browserStorage } from "../../lib/storage.ts";
import { openVerifier } from "./verify-files.ts";

/**
 * Loads beside the record, not after it, everything that files are judged with. Gives whom to believe: undefined
 * until all of it answered or failed to.
 */
export function useTrust(): { trust: TrustTexts | undefined; reload: () => void } {
  const { data, refetch } = useQuery({ queryKey: ["trust"], queryFn: loadTrustTexts });
  // A judge that fails to load now is asked for again, and told of, when a file is there.
  useEffect(() => void openVerifier().catch(() => undefined), []);
  return { trust: data, reload: () => void refetch() };
}

const asText = (answer: Response) => answer.text();

/**
 * Whom to believe, as this service publishes it: its root certificate and those of other authorities that it
 * accepted, its revocation list, its signing keys, the keys of the log and of those who cosign it. This browser keeps
 * its last copy of each, so that codes and files can be checked while the server is away. What is nowhere to be had
 * is empty. Never rejects.
 */
async function loadTrustTexts(): Promise<TrustTexts> {
  const [ca, stampCa, crl, jwks, vkeys, witnesses, blocks] = await Promise.all([
    load(publishedTrust.ca, asText),
    load(publishedTrust.stampCa, asText),
    load(publishedTrust.crl, asText),
    load(publishedTrust.jwks, asText),
    load(publishedTrust.vkeys, asText),
    load(publishedTrust.witnesses, asText),
    load(publishedTrust.blocks, asText),
  ]);
  return { name: productName, ca, stampCa, crl, jwks, vkeys, witnesses, blocks };
}

async function load(address: string, read: (answer: Response) => Promise<string>): Promise<string> {
  try {
    const text = await read(await requireSuccess(await fetch(address)));
    browserStorage.write(address, text);
    return text;
  } catch {
    // The judge says of each finding what it lacks to be certain.
    return browserStorage.read(address) ?? "";
  }
}
