/** A server that fails at the signal SIGUSR2, in a timer or in a promise as its argument says. */
import { serve } from "./serve.ts";

const fail = {
  timer: () => {
    throw new Error("A timer has failed.");
  },
  promise: () => void Promise.reject(new Error("A promise was broken.")),
};

await serve();
process.on("SIGUSR2", () => setTimeout(process.argv[2] === "timer" ? fail.timer : fail.promise, 0));
console.log("It fails at SIGUSR2.");
