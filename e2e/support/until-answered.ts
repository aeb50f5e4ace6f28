/** A decision of the server that repeating the call does not change. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Repeats a call that a server did not answer because it died or had no database. Throws the error of a refused call.
 */
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
