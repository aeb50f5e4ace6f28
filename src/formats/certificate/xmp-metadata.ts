import { escapeXml } from "../text/escape-xml.ts";

type XmpFacts = { title: string; author: string; subject: string; time: number };

/**
 * The same title, author, subject and dates as in the information dictionary, as XMP (ISO 16684-1), to be written as
 * UTF-8. Well-formed XML 1.0 for any facts.
 */
export function xmpMetadata({ title, author, subject, time }: XmpFacts): string {
  const date = new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
  const inDefault = (text: string) =>
    `<rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(text)}</rdf:li></rdf:Alt>`;
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<dc:title>${inDefault(title)}</dc:title>
<dc:description>${inDefault(subject)}</dc:description>
<dc:creator><rdf:Seq><rdf:li>${escapeXml(author)}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>en-US</rdf:li></rdf:Bag></dc:language>
<xmp:CreateDate>${date}</xmp:CreateDate>
<xmp:ModifyDate>${date}</xmp:ModifyDate>
<xmp:CreatorTool>${escapeXml(author)}</xmp:CreatorTool>
<pdf:Producer>${escapeXml(author)}</pdf:Producer>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`;
}
