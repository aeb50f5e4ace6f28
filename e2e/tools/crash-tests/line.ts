const timeoutMs = 300_000;

/**
 * The connection between customers and a server that is killed from time to time. Only a call during which it was down
 * may get no answer or a 5xx: anything else is an error of the server.
 */
export class Line {
  readonly faults: string[] = [];
  #isUp = true;
  #outages = 0;

  /** Must be called before the server is killed. */
  goDown(): void {
    this.#isUp = false;
    this.#outages += 1;
  }

  /** Must be called when the server is ready again. */
  goUp(): void {
    this.#isUp = true;
  }

  /** Like `fetch`; a call without an answer within a minute is aborted. */
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
