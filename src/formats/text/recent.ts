/** Longer texts take much memory and are rarely repeated. */
const maxLength = 400;
const maxResults = 300;

/**
 * Caches the latest results of a pure function of a text and a second parameter: labels and sentences common to all
 * documents are computed once per process.
 */
export class Recent<Result> {
  readonly #results = new Map<string, Result>();

  get(text: string, rest: string, make: () => Result): Result {
    if (text.length > maxLength) return make();
    const key = `${rest} ${text}`;
    const result = this.#results.get(key) ?? make();
    this.#results.delete(key);
    this.#results.set(key, result);
    const [oldest] = this.#results.keys();
    if (this.#results.size > maxResults && oldest !== undefined) this.#results.delete(oldest);
    return result;
  }
}
