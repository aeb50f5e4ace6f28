/**
 * An ID that grows with time (UUID version 7, RFC 9562). The time is given, and not that of this machine: servers that
 * share a database take it from there, since their own clocks differ.
 */
export const growingId = (at: Date): string => Bun.randomUUIDv7("hex", at);
