import { isOrdinaryProfile } from "./icc-profile.ts";
import type { JpegFile } from "./jpeg-parts.ts";

const iccHead = "ICC_PROFILE\0";
/** The names of gain maps in ISO 21496-1, by Adobe and Google, and by Apple. */
const gainMapNames = [
  "urn:iso:std:iso:ts:21496:-1",
  "http://ns.adobe.com/hdr-gain-map/1.0/",
  "urn:com:apple:photo:2020:aux:hdrgainmap",
];

type Applications = JpegFile["applications"];
type Components = { id: number }[];

/** The color model of the samples. */
export type JpegModel = "gray" | "YCbCr" | "RGB";

/**
 * Whether all programs show the same colors, including those that ignore the profile and those that follow other rules
 * for the color model. False for CMYK.
 */
export function hasOrdinaryColors(components: Components, applications: Applications): boolean {
  const parts = applications.filter(isProfilePart);
  const profile = joinProfile(parts);
  if (parts.length > 0 && !(profile && isOrdinaryProfile(profile))) return false;
  return (
    components.length === 1 || (components.length === 3 && statedModels(components, applications).size < 2)
  );
}

/** The model of gray and color pictures that most decoders use, those of the browsers among them. */
export function readModel(components: Components, applications: Applications): JpegModel {
  if (components.length === 1) return "gray";
  const [stated = "YCbCr"] = statedModels(components, applications);
  return stated;
}

/** What a color picture says about its model, in the order in which most decoders believe it. */
function statedModels(components: Components, applications: Applications): Set<JpegModel> {
  const models = new Set<JpegModel>();
  if (applications.some(isJfif)) models.add("YCbCr");
  for (const { content } of applications.filter(isAdobe).toReversed())
    models.add(content[11] === 0 ? "RGB" : "YCbCr");
  if (String.fromCharCode(...components.map(({ id }) => id)) === "RGB") models.add("RGB");
  return models;
}

/** An ICC profile in one or more segments (ICC.1, B.4); undefined if they are not complete and in order. */
function joinProfile(parts: Applications): Buffer | undefined {
  const contents = parts.map(({ content }) => content.subarray(iccHead.length));
  const inOrder = contents.every(([number, count], index) => number === index + 1 && count === parts.length);
  return inOrder ? Buffer.concat(contents.map((content) => content.subarray(2))) : undefined;
}

export function isProfilePart({ marker, content }: Applications[number]): boolean {
  return marker === 0xe2 && startsWith(content, iccHead);
}

/** Whether the file contains a gain map, with which programs show a brighter version of the picture on HDR screens. */
export const hasGainMap = (bytes: Buffer): boolean => gainMapNames.some((name) => bytes.includes(name));

/** How Google and Samsung mark a photo that a film is appended to. */
const filmMarks = [
  'GCamera:MotionPhoto="1"',
  "<GCamera:MotionPhoto>1",
  'GCamera:MicroVideo="1"',
  "<GCamera:MicroVideo>1",
  "MotionPhoto_Data",
];

/** Whether the file is a motion photo. */
export const hasFilm = (bytes: Buffer): boolean => filmMarks.some((mark) => bytes.includes(mark));

/** Decoders ignore an Adobe segment that is shorter. */
export function isAdobe({ marker, content }: Applications[number]): boolean {
  return marker === 0xee && content.length >= 12 && startsWith(content, "Adobe");
}

/** Decoders ignore a JFIF segment shorter than the full header. */
export function isJfif({ marker, content }: Applications[number]): boolean {
  return marker === 0xe0 && content.length >= 14 && startsWith(content, "JFIF\0");
}

function startsWith(content: Buffer, text: string): boolean {
  return content.toString("latin1", 0, text.length) === text;
}
