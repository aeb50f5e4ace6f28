import { tourPath } from "./tour.ts";

export const stylePath = "/demo/banner.css";

export const bannerStyle = `
#demo-banner { padding: .5rem 1rem; background: #7a1f1f; color: #fff; font: 1rem/1.4 sans-serif; text-align: center; }
#demo-banner a { color: inherit; }
@media print { #demo-banner { display: none; } }
`;

const words = `<aside id="demo-banner" aria-label="Demo"><strong>Demo: nothing here is real.</strong> <a href="${tourPath}">Accounts, cards and mails</a></aside>`;

/** A page of the product with the banner above it. */
export function banner(page: string): string {
  return page
    .replace("</head>", `<link rel="stylesheet" href="${stylePath}" /></head>`)
    .replace(/<body[^>]*>/, (body) => `${body}${words}`);
}
