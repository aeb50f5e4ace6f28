import { join } from "node:path";

/** The committed migrations; the executable embeds them (src/server/executable). */
export const migrationsFolder = join(import.meta.dir, "migrations");
