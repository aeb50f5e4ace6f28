import { JobEvents } from "./job-events.ts";

/**
 * On a busy machine a mail takes longer than an answer waits for it: here it waits ten times as long, while told to.
 */
export class PatientEvents extends JobEvents {
  isPatient = true;

  override untilEnded(subject: string, timeoutMs: number): Promise<void> {
    return super.untilEnded(subject, this.isPatient ? timeoutMs * 10 : timeoutMs);
  }
}
