/** Something to unfold under an answer. */
export type Detail = { label: string; value: string };
