import { resolve } from "node:path";

/** What is wrong with settings that are right one by one. */
export function faultsBetween(picked: Record<string, string | undefined>): string[] {
  const faults: string[] = [];
  const has = (name: string) => picked[name] !== undefined;
  if (has("ADMIN_USERNAME") !== has("ADMIN_PASSWORD")) {
    faults.push("ADMIN_USERNAME and ADMIN_PASSWORD go together.");
  }
  if (has("ADMIN_EMAIL") && !has("ADMIN_USERNAME")) {
    faults.push("ADMIN_EMAIL: needs ADMIN_USERNAME and ADMIN_PASSWORD.");
  }
  if (has("STRIPE_SECRET_KEY") !== has("STRIPE_PUBLISHABLE_KEY")) {
    faults.push("STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY go together.");
  }
  if (has("STRIPE_WEBHOOK_SECRET") && !has("STRIPE_SECRET_KEY")) {
    faults.push("STRIPE_WEBHOOK_SECRET: needs STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY.");
  }
  const { BACKUP_DIR: backups, DATA_DIR: data = "./storage" } = picked;
  if (backups && `${resolve(backups)}/`.startsWith(`${resolve(data)}/`)) {
    faults.push("BACKUP_DIR: is inside DATA_DIR. A backup belongs somewhere else, best on another disk.");
  }
  return faults;
}
