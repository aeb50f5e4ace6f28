import { createHash } from "node:crypto";
import type { NewPasskey, SignedPasskey } from "./passkeys.schema.ts";

/**
 * The only file that uses @simplewebauthn/server. It is loaded with the first passkey: a server whose users have none
 * keeps the memory.
 */
async function load() {
  // The library's reader of certificates needs this first; in the executable, its own import of it comes too late.
  await import("reflect-metadata");
  return import("@simplewebauthn/server");
}

/** Where passkeys are valid: the site's host name, and its origin. */
export type Site = { id: string; origin: string; name: string };

export function readSite({ origin, productName }: { origin: string; productName: string }): Site {
  const url = new URL(origin);
  return { id: url.hostname, origin: url.origin, name: productName };
}

/** The owner in the form that authenticators keep, and hand back with a signature. */
export const toUserHandle = (userId: string): string => Buffer.from(userId).toString("base64url");

/** What is stored of a challenge. */
export const hashChallenge = (challenge: string): string =>
  createHash("sha256").update(challenge).digest("hex");

/** The challenge that a browser says it signed; empty if it says none. */
export function readChallenge({ response }: Pick<NewPasskey | SignedPasskey, "response">): string {
  try {
    const said: unknown = JSON.parse(Buffer.from(response.clientDataJSON, "base64url").toString());
    return String(Object(said).challenge ?? "");
  } catch {
    return "";
  }
}

/** Options to make a passkey that is found without a user name, and asks for a PIN, a finger or a face. */
export async function writeCreationOptions(
  site: Site,
  { userId, username, known }: { userId: string; username: string; known: Known[] },
) {
  const { generateRegistrationOptions } = await load();
  return generateRegistrationOptions({
    rpName: site.name,
    rpID: site.id,
    userName: username,
    userDisplayName: username,
    userID: new TextEncoder().encode(userId),
    attestationType: "none",
    excludeCredentials: known,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: algorithms,
  });
}

/** EdDSA, ES256 and RS256: every authenticator has one of them. */
const algorithms = [-8, -7, -257];

type Known = { id: string; transports: string[] };

/** Options to sign with one of these passkeys; without any, the person chooses among those of the site. */
export async function writeRequestOptions(site: Site, known: Known[] = []) {
  const { generateAuthenticationOptions } = await load();
  return generateAuthenticationOptions({
    rpID: site.id,
    userVerification: "required",
    ...(known.length > 0 && { allowCredentials: known }),
  });
}

/** What is kept of a new passkey; undefined if the answer is not one of this site. */
export async function checkNewPasskey(
  site: Site,
  passkey: NewPasskey,
): Promise<{ id: string; publicKey: string; counter: number } | undefined> {
  const { verifyRegistrationResponse } = await load();
  try {
    // Other formats name certificates, which the library would follow to other servers; we ask for none.
    if (!(await hasNoAttestation(passkey))) return undefined;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...passkey, response: { ...passkey.response, transports: [] }, clientExtensionResults: {} },
      expectedChallenge: readChallenge(passkey),
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!registrationInfo) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { id, publicKey: Buffer.from(publicKey).toString("base64url"), counter };
  } catch {
    return undefined;
  }
}

async function hasNoAttestation({ response }: NewPasskey): Promise<boolean> {
  await load();
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  const decoded = decodeAttestationObject(
    new Uint8Array(Buffer.from(response.attestationObject, "base64url")),
  );
  return decoded.get("fmt") === "none";
}

/** The new counter; undefined if this passkey did not sign the challenge for this site, with its owner present. */
export async function checkSignedPasskey(
  site: Site,
  passkey: SignedPasskey,
  kept: { id: string; publicKey: string; counter: number },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await load();
  const { userHandle, ...response } = passkey.response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...passkey,
        response: { ...response, ...(userHandle !== undefined && { userHandle }) },
        clientExtensionResults: {},
      },
      expectedChallenge: readChallenge(passkey),
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      credential: {
        id: kept.id,
        publicKey: new Uint8Array(Buffer.from(kept.publicKey, "base64url")),
        counter: kept.counter,
      },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}
