const polynomial = 0xedb88320;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = timesX(value);
  return value;
});

/** The check sum of ZIP files (ITU-T V.42), without sign. Runs in browsers. */
export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (value >>> 8) ^ (table[(value ^ byte) & 0xff] ?? 0);
  return (value ^ 0xffffffff) >>> 0;
}

/** The check sum of bytes that consist of two parts, by the parts' own; `size` is the bytes of the second. */
export function joinedCrc32(first: number, second: number, size: number): number {
  let shift = 0x80000000;
  let power = 0x00800000;
  for (let left = size; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) shift = product(shift, power);
    power = product(power, power);
  }
  return (product(shift, first) ^ second) >>> 0;
}

/** Of two polynomials modulo the one of the check sum; the highest bit is the constant term. */
function product(one: number, other: number): number {
  let sum = 0;
  let factor = other;
  for (let bit = 31; bit >= 0; bit--) {
    if ((one >>> bit) & 1) sum ^= factor;
    factor = timesX(factor);
  }
  return sum >>> 0;
}

function timesX(value: number): number {
  return value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
}
