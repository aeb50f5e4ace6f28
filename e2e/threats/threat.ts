/** A test, by its file in the repository and its name, with "…" for what the name fills in. */
export type NamedTest = { file: string; name: string };

/** What somebody may try, what has to happen then, and the tests that show it. */
export type Threat = { id: string; threat: string; expected: string; tests: NamedTest[] };
