import { createCipheriv, createDecipheriv } from "node:crypto";

const blockSize = 16;

/**
 * Decrypts AES-CBC data of a PDF: the initialization vector, then blocks with PKCS #7 padding (ISO 32000-2, 7.6.3.1).
 * As in other readers, an incomplete last block is dropped and wrong padding is kept.
 */
export function decryptAes(key: Buffer, data: Uint8Array): Buffer {
  const end = data.length - (data.length % blockSize);
  if (end < 2 * blockSize) return Buffer.alloc(0);
  const plain = decryptBlocks(key, data.subarray(0, blockSize), data.subarray(blockSize, end));
  const padding = plain.at(-1) ?? 0;
  const padded =
    padding >= 1 && padding <= blockSize && plain.subarray(-padding).every((byte) => byte === padding);
  return padded ? plain.subarray(0, -padding) : plain;
}

/** AES-CBC over whole blocks, without padding. The key length selects AES-128 or AES-256. */
export function decryptBlocks(key: Buffer, vector: Uint8Array, data: Uint8Array): Buffer {
  const decipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, vector).setAutoPadding(false);
  return Buffer.concat([decipher.update(data), decipher.final()]);
}

export function encryptBlocks(key: Buffer, vector: Uint8Array, data: Uint8Array): Buffer {
  const cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, vector).setAutoPadding(false);
  return Buffer.concat([cipher.update(data), cipher.final()]);
}
