/** What cameras, phones and messengers call their pictures: it says nothing about the document. */
const namedByProgram =
  /^(img|image|imagen|page|p[aá]gina|photo|foto|picture|pic|dsc|dscn|dscf|pxl|mvimg|cimg|gopr|dji|scan|screenshot|screen shot|captura|signal|whatsapp image|fullsizerender|unknown|document|p?\d+|[0-9a-f-]{16,})[\s\d_.()~-]*(at[\s\d.]+)?$/i;

/** The name of the first photo to which a person gave one, otherwise `fallback`. */
export function proposeName(fileNames: readonly string[], fallback: string): string {
  const names = fileNames.map((name) => name.replace(/\.[^.]*$/, "").trim());
  return names.find((name) => name !== "" && !namedByProgram.test(name)) ?? fallback;
}
