import type { Language } from "../../formats/languages.ts";

type Remedy = { sentence: string; link: { label: string; path: string } };

/** What emails advise the owner of an account to do about what someone else did in it. */
export function remedyIn(language: Language, hasPassword: boolean): Remedy {
  return (hasPassword ? withPassword : withoutPassword)[language];
}

const withPassword: Record<Language, Remedy> = {
  en: {
    sentence: "If it wasn't you, please choose a new password right away and look at your account page.",
    link: { label: "Choose a new password", path: "/forgot-password" },
  },
  es: {
    sentence: "Si no ha sido usted, elija una contraseña nueva ahora mismo y revise la página de su cuenta.",
    link: { label: "Elegir una nueva contraseña", path: "/forgot-password" },
  },
};

const withoutPassword: Record<Language, Remedy> = {
  en: {
    sentence:
      "If it wasn't you, please end the logins that aren't yours on your account page right away. Then secure what you log in with: your account at the provider, or your passkey.",
    link: { label: "See where you're logged in", path: "/account" },
  },
  es: {
    sentence:
      "Si no ha sido usted, cierre ahora mismo las sesiones ajenas en la página de su cuenta. Después proteja aquello con lo que inicia sesión: su cuenta del proveedor o su llave de acceso.",
    link: { label: "Ver dónde ha iniciado sesión", path: "/account" },
  },
};
