const timeoutMs = 300_000;

/**
 * The way from customers to a server that is killed now and then. Only a call during which it was down may go without
 * an answer, or be answered with 5xx: anything else is a fault of the server's.
 */
export class Line {
  readonly faults: string[] = [];
  #isUp = true;
  #outages = 0;

  /** To be called before the server is killed. */
  goDown(): void {
    this.#isUp = false;
    this.#outages += 1;
  }

  /** To be called when it is ready again. */
  goUp(): void {
    this.#isUp = true;
  }

  /** Like `fetch`; a call that the server does not answer in a minute is given up. */
  readonly send = async (input: string, init: RequestInit = {}): Promise<Response> => {
    const call = `${init.method ?? "GET"} ${new URL(input).pathname}`;
    const outages = this.#outages;
    const wasUp = this.#isUp;
    const note = (what: string) => {
      if (wasUp && outages === this.#outages)
        this.faults.push(`${call} ${what}, and nobody had killed the server`);
    };
    try {
      const answer = await fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) });
      const body = await answer.arrayBuffer();
      if (answer.status >= 500)
        note(`answered ${answer.status} (${new TextDecoder().decode(body).slice(0, 200)})`);
      return new Response(answer.status === 204 ? null : body, answer);
    } catch (error) {
      note(`failed (${error instanceof Error ? error.message : error})`);
      throw error;
    }
  };
}
