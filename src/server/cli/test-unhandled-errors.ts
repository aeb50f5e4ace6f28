/** The server with two uncaught errors: one thrown by a timer, one in a promise. */
import { serve } from "./serve.ts";

await serve();
setTimeout(() => {
  throw new Error("A timer has failed.");
}, 10);
setTimeout(() => {
  void Promise.reject(new Error("A promise was broken."));
}, 20);
