/** UTF-16BE code units as hexadecimal digits. */
function hexUtf16(text: string): string {
  return Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, "0"))
    .join("")
    .toUpperCase();
}

/** Reads CIDs back as text (ISO 32000-2, 9.10.3). CIDs that stand for no text of their own are left out. */
export function toUnicodeCMap(entries: [cid: number, text: string][]): string {
  const lines = entries
    .filter(([, text]) => text !== "")
    .map(([cid, text]) => `<${cid.toString(16).padStart(4, "0")}> <${hexUtf16(text)}>`);
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; at += 100) {
    const block = lines.slice(at, at + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join("\n")}
endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;
}
