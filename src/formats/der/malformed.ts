/** The one error that reading DER throws, whatever the bytes are. Its message is for developers. */
export class MalformedDer extends Error {
  override readonly name = "MalformedDer";
}

/** What `read` gives; undefined where the bytes are malformed. Any other error goes on. */
export function wellFormed<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof MalformedDer) return undefined;
    throw error;
  }
}
