import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { expect, onePage, register, test } from "./support/browser.ts";

test.use({ locale: "es-ES", settings: { CONVERTER: "off" } });

/** The lines of the links and buttons in the header, without the welcome line below them. */
const countHeaderLines = (page: Page) =>
  page.getByRole("banner").evaluate((header) => {
    const items = header.firstElementChild?.querySelectorAll("a, button, summary") ?? [];
    const shown = [...items].filter((item) => item.checkVisibility());
    const boxes = shown.map((item) => item.getBoundingClientRect());
    const middles = boxes.map(({ top, bottom }) => (top + bottom) / 2).toSorted((one, other) => one - other);
    return middles.filter((middle, at) => middle - (middles[at - 1] ?? -Infinity) > 20).length;
  });

/**
 * Checks that the page is in Spanish, including its announcements, and that in the window of a phone, nothing overflows
 * and the header has one line with a menu, or two for visitors, who see all of its links.
 */
async function expectSpanish(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole("heading", { name: heading, exact: true }).first()).toBeAttached();
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const hasMenu = await page.getByRole("banner").getByText("Menú", { exact: true }).isVisible();
  expect(await countHeaderLines(page)).toBe(hasMenu ? 1 : 2);
  await page.setViewportSize({ width: 1280, height: 720 });
}

test("a Spanish reader signs up, stamps a document and checks it, all in Spanish", async ({
  page,
  folder,
}) => {
  const original = await onePage(folder, "alquiler.pdf");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await expectSpanish(page, "Ponga a su trabajo una fecha que cualquiera pueda comprobar.");
  await expectAccessible(page, "the landing page in Spanish");
  const sample = page.getByRole("img", { name: /^Un certificado de atestación/ });
  await expect(sample).toHaveAttribute("src", /-es\.avif$/);
  await sample.scrollIntoViewIfNeeded();
  await expect
    .poll(() => sample.evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth))
    .toBe(480);

  await page.getByRole("button", { name: "Crear cuenta" }).first().click();
  const form = page.locator("form");
  await form.getByLabel("Nombre de usuario").fill(`ana-${crypto.randomUUID().slice(0, 8)}`);
  await form.getByLabel("Contraseña", { exact: true }).fill("corta");
  await form.getByLabel("Apellidos").fill("AT-7K2M9-X40QD");
  await form.getByRole("button", { name: "Crear cuenta" }).click();
  await expect(form.getByText("La contraseña debe tener al menos 6 caracteres")).toBeVisible();
  await expect(form.getByText("Indique su nombre", { exact: true })).toBeVisible();
  await expect(form.getByText("El apellido no puede contener un número de serie")).toBeVisible();
  await form.getByLabel("Contraseña", { exact: true }).fill("caballo correcto");
  await form.getByLabel("Nombre", { exact: true }).fill("Ana");
  await form.getByLabel("Apellidos").fill("Muñoz");
  await form.getByRole("button", { name: "Crear cuenta" }).click();
  await expect(page.getByText("¡Cuenta creada!")).toBeVisible();

  await page.getByRole("checkbox", { name: /propietario legal/ }).check();
  await page.getByLabel("Documento que se sube").setInputFiles(original);
  await page.getByRole("button", { name: "Sellar este documento" }).click();
  const stamped = page.getByRole("heading", { name: "Su documento está sellado" });
  await expect(stamped).toBeVisible();
  await expect(page.getByText("1 de 3 documentos usados")).toBeVisible();
  await expect(page.getByText("ahora mismo")).toBeVisible();
  await expectSpanish(page, "Documentos recientes");
  await expectAccessible(page, "the dashboard in Spanish");

  await page.getByText("Más", { exact: true }).first().click();
  const address = await page.getByRole("link", { name: "Abrir la página pública" }).getAttribute("href");
  await page.goto(address ?? "");
  await expectSpanish(page, "Este documento consta en el registro");
  await page.getByLabel("Elegir un archivo").last().setInputFiles(original);
  await expect(
    page.getByText("Sí. Es exactamente el documento original que se selló.").first(),
  ).toBeVisible();
  await page.getByText("Qué hemos comprobado").click();
  await expect(
    page
      .getByText(
        /^Existía el \d+ de \p{L}+ de \d+, [\d:]+\s[ap]\.\sm\.\sC[SD]T \([\d:\s-]+\sUTC\), según el reloj propio de Attestamp\./u,
      )
      .last(),
  ).toBeVisible();
});

test("the language chosen in the menu stays, whatever the browser asks for", async ({ page }) => {
  await register(page, "/support");
  await expectSpanish(page, "Soporte");
  await page.getByText("Idioma y tema").click();
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Support" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.goto("/faq");
  await expect(page.getByRole("heading", { level: 1, name: "Frequently asked questions" })).toBeVisible();
  await page.getByText("Language and theme").click();
  await page.getByRole("button", { name: "Español" }).click();
  await expectSpanish(page, "Preguntas frecuentes");
});

test("the server's refusals are shown in Spanish", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("banner").getByRole("button", { name: "Iniciar sesión" }).click();
  await page.getByLabel("Nombre de usuario").fill("nadie");
  await page.getByLabel("Contraseña", { exact: true }).fill("caballo correcto");
  await page.locator("form").getByRole("button", { name: "Iniciar sesión" }).click();
  await expect(page.getByText("El nombre de usuario o la contraseña no son correctos").first()).toBeVisible();
});

test("a document that cannot be stamped, and Word documents that are not accepted, are explained in Spanish", async ({
  page,
  folder,
}) => {
  const damaged = join(folder, "roto.pdf");
  writeFileSync(damaged, "%PDF-1.7\nthis is not the rest of a PDF");
  await register(page);
  await expect(page.getByText("Este servidor no admite documentos de Word.")).toBeVisible();
  await expect(page.getByText(/^PDF, PNG, JPG o TIFF, hasta/)).toBeVisible();
  await page.goto("/faq");
  await page.getByText(/^¿Qué archivos puedo subir/).click();
  await expect(
    page.getByText("en la página de inicio, también TIFF. Este servidor no convierte documentos de Word"),
  ).toBeVisible();
  await page.goto("/");
  await page.getByRole("checkbox", { name: /propietario legal/ }).check();
  await page.getByLabel("Documento que se sube").setInputFiles(damaged);
  await page.getByRole("button", { name: "Sellar este documento" }).click();
  await expect(page.getByText("Este PDF está dañado o incompleto y no se puede leer.").first()).toBeVisible();
});
