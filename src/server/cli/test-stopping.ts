import { createLog } from "../../platform/log.ts";
import { onStopSignal } from "./stop-signal.ts";

/** A program of which the test says how it stops: "fails" or "hangs". */
const [, , way] = process.argv;
onStopSignal(
  () => (way === "fails" ? Promise.reject(new Error("The disk is gone.")) : new Promise(() => {})),
  createLog("error"),
);
console.log("started");
setInterval(() => {}, 1_000);
