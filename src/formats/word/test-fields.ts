/** WordprocessingML of fields, for tests. */

export const textRun = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;

const mark = (type: string, data = "") => `<w:r><w:fldChar w:fldCharType="${type}">${data}</w:fldChar></w:r>`;
const escapeCode = (code: string) =>
  code.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** A field as Word writes it. `result` is WordprocessingML; undefined for a field that stores none. */
export function complexField(code: string, result: string | undefined, data?: string): string {
  const instruction = `<w:r><w:instrText xml:space="preserve"> ${escapeCode(code)} </w:instrText></w:r>`;
  return fieldAround(instruction, result, data);
}

/** The same with a code that is WordprocessingML, e.g. with fields inside. */
export function fieldAround(code: string, result: string | undefined, data?: string): string {
  const stored = result === undefined ? "" : mark("separate") + result;
  return mark("begin", data) + code + stored + mark("end");
}

export const codeText = (code: string) =>
  `<w:r><w:instrText xml:space="preserve">${escapeCode(code)}</w:instrText></w:r>`;

export const simpleField = (code: string, result: string) =>
  `<w:fldSimple w:instr=" ${escapeCode(code)} ">${result}</w:fldSimple>`;
