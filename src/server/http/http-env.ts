import type { Hono } from "hono";
import type { Context } from "./context.ts";

/** Values attached to a request while the server handles it. */
export type HttpEnv = {
  Bindings: {
    /** The remote address of the socket. */
    address: string | undefined;
    /** Allows this request to be silent for this long before the server closes it. */
    allowSilence: (seconds: number) => void;
  };
  Variables: {
    requestId: string;
    context: Context;
    /** Waits for the next turn of this request (turns.ts). */
    nextTurn: () => Promise<void>;
  };
};

export type App = Hono<HttpEnv>;
