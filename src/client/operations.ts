/** A call of the API: what it takes, by name, wherever a field is sent, and the JSON that it answers with. */
type JsonCall = { input: Record<string, unknown>; answer: unknown };

/**
 * The calls of the API that an access token can make or that anyone can make, by method and path as in the OpenAPI
 * description, such as `GET /api/documents/{id}`. The npm package has the exact types in place of these: its build
 * writes them from the description.
 */
export type Operations = Record<string, JsonCall>;

/** The calls that answer with a file. */
export type Downloads = Record<string, { input: Record<string, unknown> }>;

/** What lists of documents and collections have. */
export type Listed = { document: unknown; collection: unknown };
