import type { Appearance } from "@stripe/stripe-js";

/** Stripe's form in the colours and type of the place it stands in. */
export function appearanceOf(place: Element): Appearance {
  const { color, backgroundColor, fontFamily } = getComputedStyle(place);
  return {
    theme: isDark(backgroundColor) ? "night" : "stripe",
    variables: {
      colorText: color,
      colorBackground: backgroundColor,
      fontFamily,
      fontSizeBase: "17px",
      borderRadius: "8px",
    },
  };
}

/** "rgb(13, 26, 30)" is dark: the mean of its parts lies in the lower half. */
function isDark(color: string): boolean {
  const parts = (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
  return parts.reduce((sum, part) => sum + part, 0) / 3 < 128;
}
