/** A decision of the server that repeating the call does not change. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Repeats what a server that died, or had no database, did not answer. Throws what was refused. */
export async function untilAnswered<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (error instanceof Refused) throw error;
      await Bun.sleep(200);
    }
  }
}
