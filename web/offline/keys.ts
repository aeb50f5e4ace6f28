import { readTrust, type Trust, trustTextsSchema } from "../../src/evidence/verifier/trust.ts";

/** The keys that the server wrote into the page; none where it wrote none. */
export function trustFrom(json: string | null): Trust {
  return readTrust(trustTextsSchema.parse({ name: "the service", ...JSON.parse(json || "{}") }));
}
