/** The languages of pages, certificates, emails, exports and legal texts, by BCP 47 code. The first is the fallback. */
export const languageCodes = ["en", "es"] as const;
export type Language = (typeof languageCodes)[number];
