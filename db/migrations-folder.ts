import { join } from "node:path";

/** The committed migrations; the executable has them inside it (src/server/executable). */
export const migrationsFolder = join(import.meta.dir, "migrations");
