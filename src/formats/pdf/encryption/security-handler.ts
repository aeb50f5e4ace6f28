import { createHash } from "node:crypto";
import { AppError } from "../../../errors.ts";
import { isWhite } from "../characters.ts";
import type { PdfObject } from "../object-syntax.ts";
import type { Resolve } from "../stream-filters.ts";
import { asArray, asDict, asName, asNumber, asString, type PdfDict, type Raw } from "../values.ts";
import { decryptAes, decryptBlocks } from "./aes.ts";
import { openWithEmptyPassword, type StandardEncryption } from "./file-key.ts";
import { rc4 } from "./rc4.ts";

type Cipher = "none" | "rc4" | "aes-128" | "aes-256";
type Allowed = "changes" | "annotations" | "nothing";
type ObjectId = Pick<PdfObject, "number" | "generation">;

/**
 * The cipher for each kind of data; a crypt filter that a stream names itself takes precedence (ISO 32000-2, 7.6.6).
 */
type CryptFilters = {
  strings: Cipher;
  streams: Cipher;
  embeddedFiles: Cipher;
  metadata: Cipher;
  named: (name: string) => Cipher;
};

/** Decrypts a PDF that an empty password opens, with the standard security handler (ISO 32000-2, 7.6). */
export class SecurityHandler {
  /** False if strings and streams are not encrypted and only attachments, for example, need a password. */
  readonly encryptsContent: boolean;
  /** What the permissions allow at most: changed pages, only annotations on them, or neither. */
  readonly allows: Allowed;
  readonly #key: Buffer;
  readonly #filters: CryptFilters;

  /**
   * `dict` is the trailer's /Encrypt, `fileId` the first string of /ID. Throws AppError `unsupported` if the content
   * needs a password or the method is unknown.
   */
  constructor(dict: PdfDict, fileId: Buffer, resolve: Resolve) {
    const encryption = readStandardEncryption(dict, fileId, resolve);
    this.#filters = readCryptFilters(dict, encryption, resolve);
    this.encryptsContent = this.#filters.strings !== "none" || this.#filters.streams !== "none";
    const opened = this.encryptsContent ? openWithEmptyPassword(encryption) : undefined;
    if (this.encryptsContent && !opened) throw AppError.from("unsupported", encryptionMessages.password);
    // Crypt filters use 128 bits; Acrobat pads a shorter key with zeros.
    const missing = Buffer.alloc(encryption.revision === 4 ? 16 - (opened?.key.length ?? 0) : 0);
    this.#key = Buffer.concat([opened?.key ?? Buffer.alloc(0), missing]);
    const confirmed = opened && asString(resolve(dict.get("Perms")));
    this.allows = opened?.isOwner ? "changes" : findAllowed(encryption, this.#key, confirmed);
  }

  decryptString(object: ObjectId, data: Buffer): Buffer {
    return this.#decrypt(this.#filters.strings, object, data);
  }

  /** The decrypted data of a stream in the file `bytes`, to be decoded by its filters other than /Crypt. */
  decryptStream(object: PdfObject, bytes: Buffer, resolve: Resolve): Buffer {
    const dict = asDict(object.value);
    if (!dict || !object.data) return Buffer.alloc(0);
    const { start, end } = object.data;
    const cipher = this.#streamCipher(dict, resolve);
    const isAes = cipher === "aes-128" || cipher === "aes-256";
    return this.#decrypt(
      cipher,
      object,
      bytes.subarray(start, isAes ? wholeBlocksEnd(bytes, start, end) : end),
    );
  }

  #streamCipher(dict: PdfDict, resolve: Resolve): Cipher {
    const filters = this.#filters;
    const type = asName(resolve(dict.get("Type")));
    if (type === "XRef") return "none";
    const names = asList(resolve(dict.get("Filter")), resolve).map(asName);
    const own = names.indexOf("Crypt");
    if (own >= 0) {
      const parameters = asList(resolve(dict.get("DecodeParms")), resolve)[own];
      return filters.named(asName(resolve(asDict(parameters)?.get("Name"))) ?? "Identity");
    }
    if (type === "Metadata") return filters.metadata;
    return type === "EmbeddedFile" ? filters.embeddedFiles : filters.streams;
  }

  #decrypt(cipher: Cipher, object: ObjectId, data: Buffer): Buffer {
    switch (cipher) {
      case "none":
        return data;
      case "rc4":
        return rc4(this.#objectKey(object, ""), data);
      case "aes-128":
        return decryptAes(this.#objectKey(object, "sAlT"), data);
      case "aes-256":
        return decryptAes(this.#key, data);
    }
  }

  /** Algorithm 1: each object has its own key. */
  #objectKey({ number, generation }: ObjectId, salt: string): Buffer {
    const id = Buffer.alloc(5);
    id.writeUIntLE(number & 0xffffff, 0, 3);
    id.writeUInt16LE(generation & 0xffff, 3);
    const digest = createHash("md5").update(this.#key).update(id).update(salt, "latin1").digest();
    return digest.subarray(0, Math.min(this.#key.length + 5, 16));
  }
}

export const encryptionMessages = {
  password: {
    code: "pdf-password-protected",
    text: "This PDF is password protected. Please remove the password and upload it again.",
  },
  recipients: {
    code: "pdf-encrypted-for-recipients",
    text: "This PDF is encrypted for the certificates of its recipients. Please save a copy without encryption and upload that.",
  },
  unknown: {
    code: "pdf-encryption-unknown",
    text: "This PDF is encrypted in a way that is not supported. Please save a copy without encryption and upload that.",
  },
} as const;

const unknownMethod = (): AppError => AppError.from("unsupported", encryptionMessages.unknown);

/** The revisions of the standard security handler for each version of the algorithm. */
const revisions: Record<number, number[]> = { 1: [2, 3], 2: [2, 3], 4: [4], 5: [5, 6] };

function readStandardEncryption(dict: PdfDict, fileId: Buffer, resolve: Resolve): StandardEncryption {
  const number = (key: string) => asNumber(resolve(dict.get(key)));
  const bytes = (key: string) => asString(resolve(dict.get(key))) ?? Buffer.alloc(0);
  if (asName(resolve(dict.get("Filter"))) !== "Standard") {
    const forRecipients =
      asList(resolve(dict.get("Recipients")), resolve).length > 0 || isPublicKey(dict, resolve);
    throw forRecipients ? AppError.from("unsupported", encryptionMessages.recipients) : unknownMethod();
  }
  const version = number("V") ?? 0;
  const revision = number("R") ?? 0;
  const encryption: StandardEncryption = {
    revision,
    keyLengths: version >= 5 ? [32] : findKeyLengths(version, number("Length")),
    owner: bytes("O"),
    user: bytes("U"),
    ownerKey: bytes("OE"),
    userKey: bytes("UE"),
    permissions: (number("P") ?? 0) | 0,
    encryptMetadata: !isFalse(resolve(dict.get("EncryptMetadata"))),
    fileId,
  };
  const { owner, user, ownerKey, userKey } = encryption;
  const [least, leastKey] = version >= 5 ? [48, 32] : [32, 0];
  const complete =
    Math.min(owner.length, user.length) >= least && Math.min(ownerKey.length, userKey.length) >= leastKey;
  if (!revisions[version]?.includes(revision) || !complete) throw unknownMethod();
  return encryption;
}

/** Public-key handlers are recognized by their stored format (ISO 32000-2, 7.6.5.2). */
const isPublicKey = (dict: PdfDict, resolve: Resolve): boolean =>
  (asName(resolve(dict.get("SubFilter"))) ?? "").startsWith("adbe.pkcs7.s");

/** Key lengths in bytes to try: /Length in bits, in bytes as some programs write it, and the defaults of programs. */
function findKeyLengths(version: number, length = 40): number[] {
  const stated = length < 40 ? [length] : [length / 8];
  const all = version === 1 ? [5] : version === 4 ? [16, ...stated, 5] : [...stated, 16, 5];
  return [...new Set(all)].filter((bytes) => Number.isInteger(bytes) && bytes >= 5 && bytes <= 16);
}

function readCryptFilters(
  dict: PdfDict,
  { revision, encryptMetadata }: StandardEncryption,
  resolve: Resolve,
) {
  const named =
    revision < 4 ? () => "rc4" as const : (name: string) => findCipher(dict, name, revision, resolve);
  const cipherFor = (key: string, otherwise: string) => named(asName(resolve(dict.get(key))) ?? otherwise);
  const streams = cipherFor("StmF", "Identity");
  const filters: CryptFilters = {
    strings: cipherFor("StrF", "Identity"),
    streams,
    embeddedFiles: dict.has("EFF") ? cipherFor("EFF", "Identity") : streams,
    metadata: revision >= 4 && !encryptMetadata ? "none" : streams,
    named,
  };
  return filters;
}

function findCipher(dict: PdfDict, name: string, revision: number, resolve: Resolve): Cipher {
  if (name === "Identity") return "none";
  const filter = asDict(resolve(asDict(resolve(dict.get("CF")))?.get(name)));
  const method = asName(resolve(filter?.get("CFM"))) ?? "None";
  const ciphers: Record<string, Cipher> =
    revision >= 5 ? { None: "none", AESV3: "aes-256" } : { None: "none", V2: "rc4", AESV2: "aes-128" };
  const cipher = filter && ciphers[method];
  if (!cipher) throw unknownMethod();
  return cipher;
}

/** Bits of /P, counted from 1 (ISO 32000-2, table 22). */
const bits = { change: 4, annotate: 6, assemble: 11 };

/**
 * A stamp that becomes part of each page requires the permission to modify the document (bit 4) or, from revision 3 on,
 * to assemble it (bit 11), which revision 2 includes in bit 4. Comments (bit 6) permit a stamp that is an annotation,
 * filling in fields (bit 9) neither. `confirmed` is the encrypted copy of /P in AES-256 files; if the two differ, only
 * what both permit is permitted.
 */
function findAllowed(
  { revision, permissions }: StandardEncryption,
  key: Buffer,
  confirmed?: Buffer,
): Allowed {
  const copy =
    revision >= 5 && confirmed?.length === 16 ? decryptBlocks(key, Buffer.alloc(16), confirmed) : undefined;
  const granted = copy?.toString("latin1", 9, 12) === "adb" ? permissions & copy.readInt32LE(0) : permissions;
  const has = (bit: number) => (granted & (1 << (bit - 1))) !== 0;
  if (has(bits.change) || (revision >= 3 && has(bits.assemble))) return "changes";
  return has(bits.annotate) ? "annotations" : "nothing";
}

/** If a length is missing, the last bytes of a block may have been taken for the line break before "endstream". */
function wholeBlocksEnd(bytes: Buffer, start: number, end: number): number {
  const whole = end + ((16 - ((end - start) % 16)) % 16);
  return whole - end <= 2 && bytes.subarray(end, whole).every(isWhite) ? whole : end;
}

const isFalse = (raw: Raw | undefined): boolean =>
  raw?.bytes.toString("latin1", raw.start, raw.end) === "false";

/** The items of an array, or a single value as a list. */
function asList(raw: Raw | undefined, resolve: Resolve): (Raw | undefined)[] {
  if (!raw) return [];
  return asArray(raw)?.map((item) => resolve(item)) ?? [raw];
}
