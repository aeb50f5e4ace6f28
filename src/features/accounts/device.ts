/** A browser and its operating system according to its User-Agent header; null if unknown. */
export type Device = { browser: string | null; system: string | null };

/** Browsers that imitate others come first: Edge and Opera also mention Chrome, and Chrome also mentions Safari. */
const browsers: [pattern: RegExp, name: string][] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/[\d.]+ .*Safari\//, "Safari"],
  [/^curl\//, "curl"],
];

/** Android headers also mention Linux, and iPhone headers also mention Mac OS. */
const systems: [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** Only names from these lists are stored, not the header, so a session contains no text from the caller. */
export function parseDevice(userAgent: string | null): Device {
  const header = (userAgent ?? "").slice(0, 1000);
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(header))?.[1] ?? null;
  return { browser: find(browsers), system: find(systems) };
}
