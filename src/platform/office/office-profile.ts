type Setting = { path: string; name: string; value: string | boolean | number };

const scripting = "/org.openoffice.Office.Common/Security/Scripting";
const pdfExport = "/org.openoffice.Office.Common/Filter/PDF/Export";

/**
 * No macro runs, no object or link of a document is followed or refreshed, nothing asks or recovers; pictures
 * stay as sharp as they came, and the PDF has no fields that could be filled in after the stamp. A profile of a later
 * version keeps LibreOffice from testing its drawing at each start, which takes longer than the rest of the start.
 */
const settings: Setting[] = [
  { path: scripting, name: "BlockUntrustedRefererLinks", value: true },
  { path: scripting, name: "DisableMacrosExecution", value: true },
  { path: scripting, name: "MacroSecurityLevel", value: 3 },
  { path: "/org.openoffice.Office.Writer/Content/Update", name: "Link", value: 0 },
  { path: "/org.openoffice.Office.Java/VirtualMachine", name: "Enable", value: false },
  { path: "/org.openoffice.Office.Recovery/AutoSave", name: "Enabled", value: false },
  { path: "/org.openoffice.Office.Recovery/RecoveryInfo", name: "Enabled", value: false },
  { path: "/org.openoffice.Office.Common/Misc", name: "CrashReport", value: false },
  { path: "/org.openoffice.Office.Common/Misc", name: "FirstRun", value: false },
  { path: "/org.openoffice.Office.Common/Misc", name: "UseOpenCL", value: false },
  { path: "/org.openoffice.Office.Common/Undo", name: "Steps", value: 0 },
  { path: "/org.openoffice.Office.Common/History", name: "Size", value: 0 },
  { path: "/org.openoffice.Setup/Product", name: "ooSetupLastVersion", value: "99.9" },
  { path: pdfExport, name: "ReduceImageResolution", value: false },
  { path: pdfExport, name: "Quality", value: 95 },
  { path: pdfExport, name: "ExportFormFields", value: false },
];

const graphicFilters = "/org.openoffice.TypeDetection.GraphicFilter/Filters";

/**
 * Leaves LibreOffice without a reader for SVG, the one kind of picture that can show other files of the machine:
 * wherever one stands, in a DOC or a metafile too, its fallback or an empty frame is shown.
 */
const withoutSvg: Setting = {
  path: `${graphicFilters}/org.openoffice.TypeDetection.GraphicFilter:Filter['svg_Import']`,
  name: "FormatName",
  value: "none",
};

/**
 * Leaves embedded objects and links untouched, for a LibreOffice that could reach something through them. Charts and
 * equations are embedded objects too: from version 24.8 on they become frames with the words "Object 1".
 */
const withoutActiveContent: Setting = { path: scripting, name: "DisableActiveContent", value: true };

/** The content of registrymodifications.xcu, LibreOffice's user settings. `seesFiles`: of this machine. */
export function officeProfile({ seesFiles }: { seesFiles: boolean }): string {
  const items = [...settings, ...(seesFiles ? [withoutSvg, withoutActiveContent] : [])].map(
    ({ path, name, value }) =>
      `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<oor:items xmlns:oor="http://openoffice.org/2001/registry">',
    ...items,
    "</oor:items>",
  ].join("\n");
}
