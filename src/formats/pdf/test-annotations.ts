/** Test support: annotations that programs draw differently, because they have no picture or several. */
import type { TestObjects } from "./test-documents.ts";

const quads = "/QuadPoints [60 640 260 640 60 600 260 600]";

const bare: Record<string, string> = {
  "a note": "/Subtype /Text /Contents (A note)",
  "free text": "/Subtype /FreeText /Contents (1,000 dollars) /DA (/Helv 14 Tf 1 0 0 rg)",
  "free text without a style": "/Subtype /FreeText /Contents (1,000 dollars)",
  "a line": "/Subtype /Line /L [70 610 250 630] /C [1 0 0] /BS << /W 4 >> /LE [/OpenArrow /ClosedArrow]",
  "a line without a color": "/Subtype /Line /L [70 610 250 630]",
  "a square": "/Subtype /Square /C [1 0 0] /IC [0 0 1]",
  "a square without a color": "/Subtype /Square",
  "a dashed square": "/Subtype /Square /C [0] /BS << /W 3 /S /D /D [6 3] >>",
  "a circle": "/Subtype /Circle /C [1 0 0] /IC [0 0 1] /BS << /W 5 >>",
  "a polygon": "/Subtype /Polygon /Vertices [70 610 250 610 160 635] /C [1 0 0] /IC [0 1 0]",
  "a line of several parts": "/Subtype /PolyLine /Vertices [70 610 250 610 160 635] /C [1 0 0]",
  "a highlight": `/Subtype /Highlight ${quads} /C [1 1 0]`,
  "an underline": `/Subtype /Underline ${quads} /C [1 0 0]`,
  "a squiggly underline": `/Subtype /Squiggly ${quads} /C [1 0 0]`,
  "struck out text": `/Subtype /StrikeOut ${quads} /C [1 0 0]`,
  "a rubber stamp": "/Subtype /Stamp /Name /NotApproved",
  "a rubber stamp without a name": "/Subtype /Stamp",
  "a caret": "/Subtype /Caret /C [1 0 0]",
  ink: "/Subtype /Ink /InkList [[70 610 160 635 250 610]] /C [1 0 0]",
  "a redaction": `/Subtype /Redact ${quads} /IC [0]`,
  "a picture for the pointer alone": "/Subtype /Stamp /AP << /R 21 0 R >>",
  "a picture that is missing": "/Subtype /Square /C [1 0 0] /AP << /N 99 0 R >>",
  "states of which none is chosen": "/Subtype /Stamp /AP << /N << /On 21 0 R /Other 22 0 R >> >>",
  "a state that is missing": "/Subtype /Stamp /AS /Third /AP << /N << /On 21 0 R /Other 22 0 R >> >>",
  "one state that is not chosen": "/Subtype /Stamp /AP << /N << /On 21 0 R >> >>",
  "states with one for off": "/Subtype /Stamp /AP << /N << /On 21 0 R /Off 22 0 R >> >>",
  "a rectangle that is missing": "/Subtype /Stamp /Rect null /AP << /N 21 0 R >>",
};

/** Object 20 of a page whose objects 21 and 22 are pictures. */
export const annotations: Record<string, string> = Object.fromEntries(
  Object.entries(bare).map(([name, entries]) => {
    const rect = entries.includes("/Rect") ? "" : "/Rect [60 600 260 640]";
    return [name, `<< /Type /Annot ${rect} /F 4 ${entries} >>`];
  }),
);

const picture = "/Type /XObject /Subtype /Form /BBox [0 0 200 40]";
export const annotationPictures: TestObjects = {
  21: { entries: picture, data: "0 0 200 40 re f" },
  22: { entries: picture, data: "0 0 50 40 re f" },
};
