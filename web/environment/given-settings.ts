import type { PageSettings } from "../../src/server/http/page-renderer.ts";

let given: Partial<PageSettings> | undefined;

/** Sets the settings of a server-rendered page, before any other part of the page is loaded. */
export function setServerSettings(settings: Partial<PageSettings>): void {
  given = settings;
}

export const givenSettings = () => given;
