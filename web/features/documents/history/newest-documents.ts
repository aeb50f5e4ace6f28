export const maxShown = 10;

/** The newest documents, and one more than is shown: it tells of older ones. */
export const newestDocuments = { limit: maxShown + 1 };
