import type { SocketAddress } from "bun";

/** So many are answered; browsers, proxies and what programs call with never send a second one before the answer. */
const mostTogether = 16;

/**
 * Tells of each request whether it is one too many of those that came together on one connection (RFC 9112, 9.3.2).
 * Bun hands all of them on before it looks at any other connection: a megabyte of them held everybody up for seconds.
 */
export function watchPipelining(): (from: SocketAddress | null) => boolean {
  let last: SocketAddress | null = null;
  let together = 0;
  let isTurnCounted = false;
  return (from) => {
    const isSame = from?.port === last?.port && from?.address === last?.address;
    together = isSame ? together + 1 : 1;
    last = from;
    if (!isTurnCounted) {
      isTurnCounted = true;
      setImmediate(() => {
        isTurnCounted = false;
        together = 0;
      });
    }
    return from !== null && together > mostTogether;
  };
}
