// Runs inside `mutool run`: adds one shared form to every page and saves incrementally, as our engine does.
var doc = new PDFDocument(scriptArgs[0]);
var font = doc.addSimpleFont(new Font("Helvetica"));
var form = doc.addStream("BT /F1 7 Tf 0 1 -1 0 604 40 Tm (" + scriptArgs[2] + ") Tj ET", {
  Type: "XObject",
  Subtype: "Form",
  BBox: [0, 0, 612, 792],
  Resources: { Font: { F1: font } },
});
var save = doc.addStream("q\n", {});
var draw = doc.addStream("Q q /AttestampStamp Do Q\n", {});
var count = doc.countPages();
for (var i = 0; i < count; i++) {
  var page = doc.findPage(i);
  var contents = page.get("Contents");
  var list = doc.newArray();
  list.push(save);
  if (contents.isArray()) for (var k = 0; k < contents.length; k++) list.push(contents.get(k));
  else list.push(contents);
  list.push(draw);
  page.put("Contents", list);
  var resources = page.getInheritable ? page.getInheritable("Resources") : page.get("Resources");
  if (!resources.get("XObject")) resources.put("XObject", doc.newDictionary());
  resources.get("XObject").put("AttestampStamp", form);
}
doc.save(scriptArgs[1], "incremental");
