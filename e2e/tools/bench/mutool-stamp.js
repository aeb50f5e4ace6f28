// Runs inside `mutool run` (ES5): one shared form drawn on every page, saved incrementally as our engine does.
var pdf = new PDFDocument(scriptArgs[0]);
var save = pdf.addStream("q\n", {});
var draw = pdf.addStream("Q q /AttestampStamp Do Q\n", {});
var form = pdf.addStream("BT /F1 7 Tf 0 1 -1 0 604 40 Tm (".concat(scriptArgs[2], ") Tj ET"), {
  Type: "XObject",
  Subtype: "Form",
  BBox: [0, 0, 612, 792],
  Resources: { Font: { F1: pdf.addSimpleFont(new Font("Helvetica")) } },
});
stampFrom(0, pdf.countPages());
pdf.save(scriptArgs[1], "incremental");

function stampFrom(index, count) {
  for (; index < count; index++) stampPage(pdf.findPage(index));
}

function stampPage(page) {
  page.put("Contents", wrapped(page.get("Contents"), pdf.newArray(), 0));
  addForm(page.get("Resources"));
}

function wrapped(contents, list, index) {
  list.push(save);
  if (!contents.isArray()) list.push(contents);
  else for (; index < contents.length; index++) list.push(contents.get(index));
  list.push(draw);
  return list;
}

function addForm(resources) {
  if (!resources.get("XObject")) resources.put("XObject", pdf.newDictionary());
  resources.get("XObject").put("AttestampStamp", form);
}
