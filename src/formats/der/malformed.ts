/** The only error that reading DER throws, whatever the bytes are. Its message is for developers. */
export class MalformedDer extends Error {
  override readonly name = "MalformedDer";
}

/** The result of `read`, or undefined if the bytes are malformed. Other errors propagate. */
export function wellFormed<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof MalformedDer) return undefined;
    throw error;
  }
}
