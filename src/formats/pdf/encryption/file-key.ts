import { createHash } from "node:crypto";
import { decryptBlocks, encryptBlocks } from "./aes.ts";
import { rc4 } from "./rc4.ts";

/** The entries of a standard security handler's dictionary from which keys are derived (ISO 32000-2, table 21). */
export type StandardEncryption = {
  revision: number;
  /** Key lengths in bytes to try, the most likely first; programs disagree about the unit of /Length. */
  keyLengths: number[];
  /** /O, /U, /OE and /UE. */
  owner: Buffer;
  user: Buffer;
  ownerKey: Buffer;
  userKey: Buffer;
  permissions: number;
  encryptMetadata: boolean;
  /** The first string of the trailer's /ID. */
  fileId: Buffer;
};

/** The file key that an empty password unlocks, and whether it gives owner permissions. */
export type FileKey = { key: Buffer; isOwner: boolean };

/** Tries the empty password as the owner's and as the user's; undefined if neither opens the file. */
export function openWithEmptyPassword(encryption: StandardEncryption): FileKey | undefined {
  return encryption.revision >= 5 ? openAes256(encryption) : openRc4OrAes128(encryption);
}

/** The padding of passwords to 32 bytes (ISO 32000-2, 7.6.4.3.2); an empty password consists of it entirely. */
const emptyPassword = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");

function openRc4OrAes128(encryption: StandardEncryption): FileKey | undefined {
  for (const length of encryption.keyLengths) {
    const asOwner = userKeyFor(encryption, length, userPasswordOfEmptyOwner(encryption, length));
    if (asOwner) return { key: asOwner, isOwner: true };
    const asUser = userKeyFor(encryption, length, emptyPassword);
    if (asUser) return { key: asUser, isOwner: false };
  }
  return undefined;
}

/** The file key of a padded user password, if it is correct (algorithms 2, 4 and 5). */
function userKeyFor(encryption: StandardEncryption, length: number, password: Buffer): Buffer | undefined {
  const { revision, owner, user, permissions, encryptMetadata, fileId } = encryption;
  const flags = Buffer.alloc(4);
  flags.writeInt32LE(permissions);
  const marker = revision >= 4 && !encryptMetadata ? Buffer.alloc(4, 255) : Buffer.alloc(0);
  let key = md5(password, owner.subarray(0, 32), flags, fileId, marker).subarray(0, length);
  if (revision < 3) return rc4(key, emptyPassword).equals(user.subarray(0, 32)) ? key : undefined;
  for (let round = 0; round < 50; round++) key = md5(key).subarray(0, length);
  let check = md5(emptyPassword, fileId);
  for (let round = 0; round < 20; round++) check = rc4(keyOfRound(key, round), check);
  return check.equals(user.subarray(0, 16)) ? key : undefined;
}

/** The user password stored in /O, decrypted with an empty owner password (algorithm 7). */
function userPasswordOfEmptyOwner({ revision, owner }: StandardEncryption, length: number): Buffer {
  let digest = md5(emptyPassword);
  for (let round = 0; revision >= 3 && round < 50; round++) digest = md5(digest);
  const key = digest.subarray(0, length);
  let password = owner.subarray(0, 32);
  for (let round = revision >= 3 ? 19 : 0; round >= 0; round--) {
    password = rc4(keyOfRound(key, round), password);
  }
  return password;
}

const keyOfRound = (key: Buffer, round: number): Uint8Array => key.map((byte) => byte ^ round);

const md5 = (...parts: Uint8Array[]): Buffer => hash("md5", parts);

function hash(algorithm: string, parts: Uint8Array[]): Buffer {
  const digest = createHash(algorithm);
  for (const part of parts) digest.update(part);
  return digest.digest();
}

/** Algorithms 2.A, 11 and 12: /U and /O contain a hash, a validation salt and a key salt. */
function openAes256(encryption: StandardEncryption): FileKey | undefined {
  const { revision, owner, user, ownerKey, userKey } = encryption;
  const wholeUser = user.subarray(0, 48);
  const nothing = Buffer.alloc(0);
  const matches = (stored: Buffer, more: Buffer) =>
    passwordHash(revision, stored.subarray(32, 40), more).equals(stored.subarray(0, 32));
  const unwrap = (stored: Buffer, wrapped: Buffer, more: Buffer) =>
    decryptBlocks(
      passwordHash(revision, stored.subarray(40, 48), more),
      Buffer.alloc(16),
      wrapped.subarray(0, 32),
    );
  if (matches(owner, wholeUser)) return { key: unwrap(owner, ownerKey, wholeUser), isOwner: true };
  return matches(user, nothing) ? { key: unwrap(user, userKey, nothing), isOwner: false } : undefined;
}

/**
 * Algorithm 2.B for an empty password; revision 5 uses only its first step. It ends after 64 to 288 rounds, because no
 * byte exceeds 255.
 */
function passwordHash(revision: number, salt: Buffer, more: Buffer): Buffer {
  let key = hash("sha256", [salt, more]);
  if (revision < 6) return key;
  let last = 0;
  for (let round = 0; round < 64 || last > round - 32; round++) {
    const repeated = Buffer.alloc(64 * (key.length + more.length), Buffer.concat([key, more]));
    const encrypted = encryptBlocks(key.subarray(0, 16), key.subarray(16, 32), repeated);
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = hash(["sha256", "sha384", "sha512"][remainder] ?? "", [encrypted]);
    last = encrypted.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}
