/**
 * The library's objects and their writer without its fonts, forms and parsers, which the program does not use and for
 * which every child process would wait.
 */
export { default as PDFDict } from "pdf-lib/core/objects/PDFDict";
export { default as PDFHexString } from "pdf-lib/core/objects/PDFHexString";
export { default as PDFNull } from "pdf-lib/core/objects/PDFNull";
export { default as PDFObject } from "pdf-lib/core/objects/PDFObject";
export { default as PDFRawStream } from "pdf-lib/core/objects/PDFRawStream";
export { default as PDFRef } from "pdf-lib/core/objects/PDFRef";
export { default as PDFString } from "pdf-lib/core/objects/PDFString";
export { default as PDFContext } from "pdf-lib/core/PDFContext";
export { default as PDFWriter } from "pdf-lib/core/writers/PDFWriter";
