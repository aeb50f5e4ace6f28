import { escapeXml } from "../text/escape-xml.ts";
import { readXmpValues } from "./xmp-values.ts";

/** The form of a property in XMP: a list, a text in one language, a plain text, or a web address. */
type Form = "Seq" | "Bag" | "Alt" | "text" | "address";

const namespaces = {
  dc: "http://purl.org/dc/elements/1.1/",
  photoshop: "http://ns.adobe.com/photoshop/1.0/",
  xmpRights: "http://ns.adobe.com/xap/1.0/rights/",
  plus: "http://ns.useplus.org/ldf/xmp/1.0/",
  Iptc4xmpExt: "http://iptc.org/std/Iptc4xmpExt/2008-02-29/",
} as const;

/** What the IPTC Photo Metadata Standard has about who made a picture, who may use it, and how it came about. */
const fields = {
  creator: ["dc", "creator", "Seq"],
  rights: ["dc", "rights", "Alt"],
  credit: ["photoshop", "Credit", "text"],
  marked: ["xmpRights", "Marked", "text"],
  owner: ["xmpRights", "Owner", "Bag"],
  usageTerms: ["xmpRights", "UsageTerms", "Alt"],
  webStatement: ["xmpRights", "WebStatement", "address"],
  dataMining: ["plus", "DataMining", "address"],
  sourceType: ["Iptc4xmpExt", "DigitalSourceType", "address"],
  licensorName: ["plus", "LicensorName", "text"],
  licensorUrl: ["plus", "LicensorURL", "address"],
} as const satisfies Record<string, readonly [keyof typeof namespaces, string, Form]>;

export type RightsField = keyof typeof fields;
export type Rights = { [Field in RightsField]?: string[] };

const names = Object.keys(fields) as RightsField[];
/** Fields of the licensor, a structure of its own. */
const licensorFields: RightsField[] = ["licensorName", "licensorUrl"];
/** In characters, and for each field. */
const maxLength = 1_000;
const maxValues = 10;

/** Rights with another value; those that are known or no web address where one belongs are left out. */
export function addRight(rights: Rights, field: RightsField, text: string): void {
  const [, , form] = fields[field];
  const value = [...text.replace(/\p{Cc}+/gu, " ").trim()].slice(0, maxLength).join("");
  const known = rights[field] ?? [];
  const isList = form === "Seq" || form === "Bag";
  if (value === "" || known.includes(value) || known.length >= (isList ? maxValues : 1)) return;
  if (form === "address" && !/^https?:\/\/[^\s"<>]+$/i.test(value)) return;
  rights[field] = [...known, value];
}

/** The rights of both; where only one value is possible, that of the first. */
export function joinRights(first: Rights, second: Rights): Rights {
  const joined: Rights = { ...first };
  for (const field of names) for (const value of second[field] ?? []) addRight(joined, field, value);
  return joined;
}

const properties = new Map<string, RightsField>(
  names.map((field) => [`${namespaces[fields[field][0]]}${fields[field][1]}`, field]),
);
const propertyNames = new Set(properties.keys());

export function readXmpRights(packet: Buffer): Rights {
  const rights: Rights = {};
  for (const { property, value } of readXmpValues(packet, propertyNames)) {
    const field = properties.get(property);
    if (field) addRight(rights, field, value);
  }
  return rights;
}

/** A new XMP packet with nothing but these rights; undefined if there are none. */
export function writeXmpRights(rights: Rights): string | undefined {
  const written = names.filter((field) => (rights[field] ?? []).length > 0);
  if (written.length === 0) return undefined;
  const own = written
    .filter((field) => !licensorFields.includes(field))
    .map((field) => writeField(field, rights));
  const licensor = written
    .filter((field) => licensorFields.includes(field))
    .map((field) => writeField(field, rights));
  if (licensor.length > 0)
    own.push(
      `<plus:Licensor><rdf:Seq><rdf:li rdf:parseType="Resource">${licensor.join("")}</rdf:li></rdf:Seq></plus:Licensor>`,
    );
  const declared = Object.entries(namespaces).map(([prefix, name]) => `xmlns:${prefix}="${name}"`);
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" ${declared.join(" ")}>
${own.join("\n")}
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`;
}

function writeField(field: RightsField, rights: Rights): string {
  const [prefix, name, form] = fields[field];
  const values = (rights[field] ?? []).map(escapeXml);
  const items = values.map((value) =>
    form === "Alt" ? `<rdf:li xml:lang="x-default">${value}</rdf:li>` : `<rdf:li>${value}</rdf:li>`,
  );
  const content =
    form === "text" || form === "address" ? values.join("") : `<rdf:${form}>${items.join("")}</rdf:${form}>`;
  return `<${prefix}:${name}>${content}</${prefix}:${name}>`;
}

/** Whether an XMP packet says where a picture was taken. */
export const namesPlace = (packet: Buffer): boolean =>
  /GPSLatitude|photoshop:City|Iptc4xmpCore:Location|Iptc4xmpExt:Location/.test(packet.toString("latin1"));
