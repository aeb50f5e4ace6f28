type Handler = (event: unknown) => void;

/** on, off and once, as every element of Stripe's library has them. */
export class Listeners {
  private readonly handlers = new Map<string, Handler[]>();

  on(event: string, handler: Handler): this {
    this.handlers.set(event, [...(this.handlers.get(event) ?? []), handler]);
    return this;
  }

  /** Without a handler all of the event's handlers go. */
  off(event: string, handler?: Handler): this {
    const kept =
      handler === undefined ? [] : (this.handlers.get(event) ?? []).filter((one) => one !== handler);
    this.handlers.set(event, kept);
    return this;
  }

  once(event: string, handler: Handler): this {
    const onlyOnce: Handler = (payload) => {
      this.off(event, onlyOnce);
      handler(payload);
    };
    return this.on(event, onlyOnce);
  }

  protected emit(event: string, payload: unknown): void {
    for (const handler of this.handlers.get(event) ?? []) handler(payload);
  }
}
