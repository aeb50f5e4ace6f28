const units = [
  [1e3, "kB"],
  [1e6, "MB"],
  [1e9, "GB"],
] as const;

/** "1,234,567": in Spanish too, as in Mexico and the United States. */
export function writeCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** "1 byte", "2 kB" or "1.2 MB", on paper as on the screen and in every language; 1 kB is 1000 bytes. */
export function writeSize(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  const [unit, name] = units.find(([unit]) => bytes < unit * 1000) ?? [1e12, "TB"];
  return `${(bytes / unit).toFixed(1).replace(".0", "")} ${name}`;
}

/** "1,234,567 bytes (1.2 MB)" */
export function writeExactSize(bytes: number): string {
  return bytes < 1000 ? writeSize(bytes) : `${writeCount(bytes)} bytes (${writeSize(bytes)})`;
}
