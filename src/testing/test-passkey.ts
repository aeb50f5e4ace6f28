import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { NewPasskey, SignedPasskey } from "../features/accounts/passkeys.schema.ts";

/** An authenticator with one ES256 passkey, and the site for which it answers. */
export type TestPasskey = {
  id: Buffer;
  origin: string;
  key: KeyObject;
  x: Buffer;
  y: Buffer;
  userHandle: string | undefined;
};

type Answering = {
  /** The site that the browser shows; by default, the one of the passkey. */
  origin?: string;
  counter?: number;
  /** Whether the person proved who they are to the device. */
  isVerified?: boolean;
};

export function makePasskey(origin: string): TestPasskey {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  return {
    id: randomBytes(32),
    origin,
    key: privateKey,
    x: Buffer.from(x, "base64url"),
    y: Buffer.from(y, "base64url"),
    userHandle: undefined,
  };
}

/** The answer of a browser that makes this passkey. */
export function createWith(passkey: TestPasskey, options: unknown, answering: Answering = {}): NewPasskey {
  const { challenge, user } = Object(options);
  passkey.userHandle = user?.id;
  const attested = Buffer.concat([
    Buffer.alloc(16),
    Buffer.from([0, passkey.id.length]),
    passkey.id,
    coseKey(passkey),
  ]);
  const data = authenticatorData(passkey, answering, attested);
  const attestation = Buffer.concat([
    Buffer.from([0xa3]),
    ...[text("fmt"), text("none"), text("attStmt"), Buffer.from([0xa0]), text("authData"), bytes(data)],
  ]);
  const response = {
    clientDataJSON: clientData(passkey, "webauthn.create", challenge, answering),
    attestationObject: attestation.toString("base64url"),
    transports: ["internal"],
  };
  return { ...credential(passkey), response };
}

/** The answer of a browser that signs with this passkey. */
export function signInWith(
  passkey: TestPasskey,
  challenge: string,
  answering: Answering = {},
): SignedPasskey {
  const data = authenticatorData(passkey, answering);
  const clientDataJSON = clientData(passkey, "webauthn.get", challenge, answering);
  const hash = createHash("sha256").update(Buffer.from(clientDataJSON, "base64url")).digest();
  const signature = sign("sha256", Buffer.concat([data, hash]), passkey.key).toString("base64url");
  return {
    ...credential(passkey),
    response: {
      clientDataJSON,
      authenticatorData: data.toString("base64url"),
      signature,
      ...(passkey.userHandle !== undefined && { userHandle: passkey.userHandle }),
    },
  };
}

function credential({ id }: TestPasskey) {
  const name = id.toString("base64url");
  return { id: name, rawId: name, type: "public-key" as const };
}

function clientData({ origin }: TestPasskey, type: string, challenge: string, answering: Answering): string {
  const said = { type, challenge, origin: answering.origin ?? origin, crossOrigin: false };
  return Buffer.from(JSON.stringify(said)).toString("base64url");
}

function authenticatorData(
  { origin }: TestPasskey,
  { counter = 0, isVerified = true, ...answering }: Answering,
  attested = Buffer.alloc(0),
): Buffer {
  const rpId = createHash("sha256")
    .update(new URL(answering.origin ?? origin).hostname)
    .digest();
  const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([rpId, Buffer.from([flags]), count, attested]);
}

/** {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y} in CBOR. */
const coseKey = ({ x, y }: TestPasskey) =>
  Buffer.concat([Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21]), bytes(x), Buffer.from([0x22]), bytes(y)]);

const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
const bytes = (value: Buffer) => Buffer.concat([Buffer.from([0x58, value.length]), value]);
