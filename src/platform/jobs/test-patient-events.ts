import { JobEvents } from "./job-events.ts";

/**
 * On a busy machine, an email may take longer than a response waits for it. While this is enabled, the wait is ten
 * times as long.
 */
export class PatientEvents extends JobEvents {
  isPatient = true;

  override untilEnded(subject: string, timeoutMs: number): Promise<void> {
    return super.untilEnded(subject, this.isPatient ? timeoutMs * 10 : timeoutMs);
  }
}
