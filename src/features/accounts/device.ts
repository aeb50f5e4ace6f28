/** A browser and its system, as its User-Agent names them; null for what it does not name. */
export type Device = { browser: string | null; system: string | null };

/** Browsers that imitate others come first: Edge and Opera also name Chrome, and Chrome also names Safari. */
const browsers: [pattern: RegExp, name: string][] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/[\d.]+ .*Safari\//, "Safari"],
  [/^curl\//, "curl"],
];

/** Android also names Linux, and iPhones also name Mac OS. */
const systems: [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** The header is not stored: only names of these lists are, so that a session contains no text of the caller. */
export function parseDevice(userAgent: string | null): Device {
  const header = (userAgent ?? "").slice(0, 1000);
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(header))?.[1] ?? null;
  return { browser: find(browsers), system: find(systems) };
}
