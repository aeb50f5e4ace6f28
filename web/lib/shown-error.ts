/** An error of the browser, with a sentence for the reader, in their language, as its message. */
export class ShownError extends Error {}
