import { maxUploadMb } from "../../environment/server-settings.ts";

const pages = (count: number) => (count === 1 ? "1 page" : `${count} pages`);

/** Sentences of the page that makes one PDF of photographed pages. */
export const photographedPages = {
  title: "One PDF of photographed pages",
  intro:
    "Photograph each page, drag its four corners to the edges of the paper, and stamp all pages as one document. Your photos stay in this browser: only the finished PDF is uploaded.",
  back: "Your documents",
  photosTitle: "Photos",
  add: {
    drop: "Drop photos of the pages here",
    dropNow: "Drop to add",
    or: (max: number) => `JPEG, PNG or WebP, at most ${max} pages`,
    choose: "Choose photos",
    more: "Add photos",
    camera: "Take a photo",
    next: "Photograph the next page",
    input: "Photos of pages",
    cameraInput: "Photo of a page",
    opening: (count: number) => (count === 1 ? "Opening 1 photo…" : `Opening ${count} photos…`),
  },
  refused: {
    title: (count: number) => (count === 1 ? "1 file wasn't added:" : `${count} files weren't added:`),
    line: (name: string, reason: string) => `${name}: ${reason}`,
    more: (count: number) => `and ${count} more`,
    tooMany: (max: number) => `a PDF can have at most ${max} pages.`,
  },
  problems: {
    changed: "it was changed, moved or deleted since you chose it. Please choose it again.",
    heic: "this browser can't open HEIC photos. Please save it as JPEG, or open this page in Safari.",
    unreadable: "this browser can't open it. It may be damaged, or not a picture.",
    tooLarge: "it has more than 100 megapixels. Please take it again with a lower resolution.",
    tooManyBytes: `it doesn't fit into a PDF of ${maxUploadMb} MB. Please remove some pages.`,
    failed: "this browser couldn't work on it. Please reload this page and try again.",
  },
  editor: {
    title: (at: number, of: number) => `Page ${at} of ${of}`,
    photo: (name: string) => `Photo: ${name}`,
    found:
      "We marked the paper that we found. Drag a corner that is not quite right, or tap where it belongs.",
    notFound: "Drag each corner to the edge of the paper, or tap where it belongs.",
    keys: "Arrow keys move a corner too, with Shift farther.",
    corners: {
      topLeft: "Top left corner",
      topRight: "Top right corner",
      bottomRight: "Bottom right corner",
      bottomLeft: "Bottom left corner",
    },
    place: (x: number, y: number) => `${x}% from the left, ${y}% from the top`,
    turn: "Rotate",
    find: "Find edges",
    whole: "Whole photo",
    earlier: "Move earlier",
    later: "Move later",
    remove: "Remove",
    removed: "Page removed",
  },
  strip: {
    title: "Pages in order",
    count: pages,
    page: (at: number, name: string) => `Page ${at}: ${name}`,
    moved: (at: number, of: number) => `The page is now page ${at} of ${of}`,
    hint: "You can also drag a page to its place.",
  },
  form: {
    name: "Name of the document",
    nameHint: "Printed on the certificate. Use at most 8 words.",
    defaultName: (day: string) => `Pages of ${day}`,
    paper: "Paper size",
    papers: { letter: "Letter", legal: "Legal", a4: "A4", own: "As photographed" },
    automatic: (paper: string) => `Automatic (${paper})`,
    submit: (count: number) => `Make one PDF of ${pages(count)}`,
    next: "We upload only the PDF. Next, you set up its stamp.",
  },
  making: {
    title: "Making the PDF",
    page: (at: number, of: number) => `Straightening page ${at} of ${of}`,
    failed: "Couldn't make the PDF",
    failedText: "Please check your connection and try again. Your pages are still here.",
    ofPage: (at: number, reason: string) => `Page ${at}: ${reason}`,
  },
  leave: "Your pages are not in a document yet. If you leave, you'll have to choose the photos again.",
};
