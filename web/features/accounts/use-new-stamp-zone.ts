import { timeZone } from "../../environment/server-settings.ts";
import { useCurrentUser } from "./use-current-user.ts";

/** The zone in which new stamps and certificates of the signed-in user write times. */
export function useNewStampZone(): string {
  const current = useCurrentUser();
  return (current.state === "user" ? current.user.timeZone : null) ?? timeZone;
}
