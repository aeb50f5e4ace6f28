/**
 * RC4 over `data`; encryption and decryption are the same. OpenSSL and BoringSSL no longer offer it without legacy
 * providers.
 */
export function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  for (let i = 0, j = 0; i < 256; i++) {
    const value = state[i] as number;
    j = (j + value + (key[i % key.length] as number)) & 255;
    state[i] = state[j] as number;
    state[j] = value;
  }
  const out = Buffer.allocUnsafe(data.length);
  for (let at = 0, i = 0, j = 0; at < data.length; at++) {
    i = (i + 1) & 255;
    const value = state[i] as number;
    j = (j + value) & 255;
    const other = state[j] as number;
    state[i] = other;
    state[j] = value;
    out[at] = (data[at] as number) ^ (state[(value + other) & 255] as number);
  }
  return out;
}
