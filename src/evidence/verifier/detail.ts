/** An expandable detail of an answer. */
export type Detail = { label: string; value: string };
