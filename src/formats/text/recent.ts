/** Longer texts take much memory and rarely come twice. */
const maxLength = 400;
const maxResults = 300;

/**
 * The latest results of a pure function of a text and something else: the labels and sentences that every document has
 * are set once per process.
 */
export class Recent<Result> {
  private readonly results = new Map<string, Result>();

  get(text: string, rest: string, make: () => Result): Result {
    if (text.length > maxLength) return make();
    const key = `${rest} ${text}`;
    const result = this.results.get(key) ?? make();
    this.results.delete(key);
    this.results.set(key, result);
    const [oldest] = this.results.keys();
    if (this.results.size > maxResults && oldest !== undefined) this.results.delete(oldest);
    return result;
  }
}
