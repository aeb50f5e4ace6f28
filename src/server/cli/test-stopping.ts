import { createLogger } from "../../platform/logger.ts";
import { onStopSignal } from "./stop-signal.ts";

/** A program that stops in a given way: "fails" or "hangs". */
const [, , way] = process.argv;
onStopSignal(
  () => (way === "fails" ? Promise.reject(new Error("The disk is gone.")) : new Promise(() => {})),
  createLogger("error"),
);
console.log("started");
setInterval(() => {}, 1_000);
