import type { Text } from "./text.ts";

/** An expandable detail of an answer. A value that is a string is the same in every language, e.g. a fingerprint. */
export type Detail = { label: Text; value: Text | string };

/** The value in English. */
export const plainValue = ({ value }: Detail): string => (typeof value === "string" ? value : value.message);
