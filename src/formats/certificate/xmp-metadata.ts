type XmpFacts = { title: string; author: string; subject: string; time: number };

/**
 * The same title, author, subject and dates as in the information dictionary, as XMP (ISO 16684-1), to be written as
 * UTF-8. Well-formed XML 1.0 for any facts.
 */
export function xmpMetadata({ title, author, subject, time }: XmpFacts): string {
  const date = new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
  const inDefault = (text: string) =>
    `<rdf:Alt><rdf:li xml:lang="x-default">${escaped(text)}</rdf:li></rdf:Alt>`;
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<dc:title>${inDefault(title)}</dc:title>
<dc:description>${inDefault(subject)}</dc:description>
<dc:creator><rdf:Seq><rdf:li>${escaped(author)}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>en-US</rdf:li></rdf:Bag></dc:language>
<xmp:CreateDate>${date}</xmp:CreateDate>
<xmp:ModifyDate>${date}</xmp:ModifyDate>
<xmp:CreatorTool>${escaped(author)}</xmp:CreatorTool>
<pdf:Producer>${escaped(author)}</pdf:Producer>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`;
}

/** A carriage return would be read as a line feed (XML 1.0, 2.11). */
const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\r": "&#13;",
};

/** XML text without the characters XML 1.0 forbids, and without the C1 controls it discourages. */
function escaped(text: string): string {
  const allowed = text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "");
  return allowed.replace(/[&<>"\r]/g, (char) => entities[char] ?? char);
}
