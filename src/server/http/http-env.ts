import type { Hono } from "hono";
import type { Context } from "./context.ts";

/** What a request carries on its way through the server. */
export type HttpEnv = {
  Bindings: {
    /** The address at the other end of the socket. */
    address: string | undefined;
    /** Lets this request be silent for so long before the server gives it up. */
    allowSilence: (seconds: number) => void;
  };
  Variables: { requestId: string; context: Context };
};

export type App = Hono<HttpEnv>;
