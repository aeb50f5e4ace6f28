import { isTimeZone } from "../../../src/formats/stamp/stamp.ts";
import { timeZone } from "../../environment/server-settings.ts";
import { useCurrentUser } from "./use-current-user.ts";

/** The zone in which new stamps and certificates of the signed-in user write times; UTC if this browser lacks it. */
export function useNewStampZone(): string {
  const current = useCurrentUser();
  const zone = (current.state === "user" ? current.user.timeZone : null) ?? timeZone;
  return isTimeZone(zone) ? zone : "UTC";
}
