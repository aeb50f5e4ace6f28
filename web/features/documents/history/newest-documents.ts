export const maxShown = 10;

/** One more document than is shown, to find out whether there are older ones. */
export const newestDocuments = { limit: maxShown + 1 };
