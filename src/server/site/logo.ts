import type { Logo } from "../../features/config.ts";

/** A logo, or the messages that say why a file is not one. */
type LogoReading = { logo: Logo } | { issues: string[] };

const maxBytes = 256 * 1024;
const side = { min: 16, max: 4096 };

/** Checks that a file is a PNG, complete, and of a reasonable size. */
export function readPngLogo(bytes: Buffer<ArrayBuffer>): LogoReading {
  const size = findSizeIssue(bytes);
  if (size) return { issues: [size] };
  const isPng = bytes.subarray(0, 8).equals(pngSignature) && bytes.toString("latin1", 12, 16) === "IHDR";
  if (!isPng || !bytes.subarray(-12).equals(pngEnd)) return { issues: ["is not a complete PNG file."] };
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (Math.min(width, height) < side.min || Math.max(width, height) > side.max) {
    return {
      issues: [`has ${width} × ${height} pixels. Please use ${side.min} to ${side.max} on each side.`],
    };
  }
  return { logo: { type: "image/png", bytes, width, height } };
}

/**
 * Checks an SVG: it must consist of known elements, load and run nothing, and have known proportions. Browsers
 * run no scripts in pictures, but the address of a logo can be opened as well.
 */
export function readSvgLogo(bytes: Buffer<ArrayBuffer>): LogoReading {
  const size = findSizeIssue(bytes);
  if (size) return { issues: [size] };
  const text = decode(bytes);
  if (text === undefined) return { issues: ["is not a text in UTF-8."] };
  const { issues, root } = checkSvg(text);
  const box = root && findBox(root);
  if (root && !box) issues.push("needs a viewBox, or a width and a height, on its svg element.");
  if (issues.length > 0 || !box) return { issues: issues.length > 0 ? issues : ["has no svg element."] };
  return { logo: { type: "image/svg+xml", bytes, ...box } };
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const pngEnd = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);

function findSizeIssue({ length }: Buffer): string | undefined {
  if (length <= maxBytes) return undefined;
  return `has ${Math.ceil(length / 1024)} kB. Please use ${maxBytes / 1024} kB or less.`;
}

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const shapes = "path rect circle ellipse line polyline polygon text tspan textPath use";
const structure = "svg g defs symbol title desc style marker clipPath mask pattern switch metadata";
const paint = "linearGradient radialGradient stop filter";
const filters =
  "feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset feTurbulence";
const knownElements = new Set(`${shapes} ${structure} ${paint} ${filters}`.split(" "));

type Attributes = Map<string, string>;

/** One part of a file: a comment, the XML declaration, a tag, or text. Anything else is not well-formed. */
const piece =
  /<!--[\s\S]*?-->|<\?xml\s[^>]*\?>|<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/y;
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Every reason to refuse the drawing, and the attributes of its root. */
function checkSvg(text: string): { issues: string[]; root: Attributes | undefined } {
  const issues = new Set<string>();
  const open: string[] = [];
  let root: Attributes | undefined;
  piece.lastIndex = 0;
  while (piece.lastIndex < text.length) {
    const at = piece.lastIndex;
    const found = piece.exec(text);
    if (!found) {
      issues.add(
        `is not well-formed at "${text.slice(at, at + 30).replace(/\s+/g, " ")}". Please save it as plain SVG.`,
      );
      return { issues: [...issues], root };
    }
    const [whole, close, name, written = "", empty] = found;
    if (name === undefined) {
      if (open.at(-1) === "style") {
        addStyleIssue(issues, whole);
        if (hasEntity(whole)) issues.add("has an entity in its styles.");
      } else if (
        !whole.startsWith("<") &&
        open.length === 0 &&
        whole.trim() !== "" &&
        whole.trim() !== "\uFEFF"
      )
        issues.add("has text outside of its svg element.");
      continue;
    }
    if (close) {
      if (open.pop() !== name)
        issues.add(`is not well-formed: </${name}> closes nothing. Please save it as plain SVG.`);
      continue;
    }
    const attributes = readAttributes(written);
    if (open.length === 0) {
      if (root || name !== "svg") issues.add(`has <${name}> where its one svg element belongs.`);
      root ??= attributes;
    }
    addElementIssues(issues, name, attributes);
    if (!empty) open.push(name);
  }
  if (open.length > 0) issues.add(`is not well-formed: <${open.at(-1)}> is not closed.`);
  if (root && root.get("xmlns") !== "http://www.w3.org/2000/svg")
    issues.add('needs xmlns="http://www.w3.org/2000/svg" on its svg element.');
  return { issues: [...issues], root };
}

function readAttributes(written: string): Attributes {
  return new Map(
    [...written.matchAll(attribute)].map(([, name = "", double, single]) => [name, double ?? single ?? ""]),
  );
}

function addElementIssues(issues: Set<string>, name: string, attributes: Attributes): void {
  if (!knownElements.has(name))
    issues.add(
      `has <${name}>, which is not allowed in a logo. Please save it as plain SVG, with text as paths.`,
    );
  for (const [key, value] of attributes) {
    const local = key.replace(/^.*:/, "").toLowerCase();
    if (local.startsWith("on")) issues.add(`has the attribute ${key}, which runs a script.`);
    if ((local === "href" || local === "src") && !value.startsWith("#"))
      issues.add(`has ${key}="${value.slice(0, 40)}". A logo may not load anything.`);
    if (hasEntity(value)) issues.add(`has an entity in the attribute ${key}.`);
    addStyleIssue(issues, value);
  }
}

/** A numeric or named character reference could hide a word. */
const hasEntity = (text: string) => /&(?!(amp|lt|gt|quot|apos);)/.test(text);

/** An escape in CSS could hide a word. */
function addStyleIssue(issues: Set<string>, css: string): void {
  const loads = /url\(\s*(?!["']?#)|@import|@font-face|image-set|\\/i.exec(css)?.[0];
  if (loads !== undefined) issues.add(`has "${loads}" in its styles. A logo may not load anything.`);
}

function findBox(root: Attributes): { width: number; height: number } | undefined {
  const [, , width, height] = (root.get("viewBox") ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const box =
    width !== undefined && height !== undefined
      ? { width, height }
      : { width: readLength(root.get("width")), height: readLength(root.get("height")) };
  return box.width > 0 && box.height > 0 ? box : undefined;
}

const readLength = (text = "") => Number(/^\s*([\d.]+)(px|pt|mm|cm|in)?\s*$/.exec(text)?.[1] ?? Number.NaN);
