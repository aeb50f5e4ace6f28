import type { ToldSettings } from "../../src/server/http/page-renderer.ts";

let given: Partial<ToldSettings> | undefined;

/** Sets the settings of a server-rendered page, before any other part of the page is loaded. */
export function setServerSettings(settings: Partial<ToldSettings>): void {
  given = settings;
}

export const givenSettings = () => given;
