import palette from "../../../../web/styles/palette.css" with { type: "text" };

/** The colors, fonts, widths and corners of the product's pages. Its hash is in the page's policy. */
export const docsStyle = `
${palette}
* { box-sizing: border-box; }
html { font-size: 106.25%; scroll-padding-top: 1rem; }
body {
  margin: 0; background: var(--paper); color: var(--ink); line-height: 1.55; overflow-wrap: anywhere;
  font-family: "Source Sans 3 Variable", ui-sans-serif, system-ui, "Segoe UI", "Noto Sans", sans-serif;
}
h1, h2, .shape h3, .name {
  font-family: "Source Serif 4", ui-serif, Charter, Georgia, "Noto Serif", serif;
  font-weight: 600; line-height: 1.18; letter-spacing: -0.012em;
}
h1 { font-size: 2.25rem; margin: 0 0 1rem; }
h2 { font-size: 1.5rem; margin: 2.75rem 0 0.5rem; }
h3 { font-size: 1rem; margin: 0; }
h4 { font-size: 1rem; margin: 1.25rem 0 0.4rem; }
p { text-wrap: pretty; }
a { color: var(--brand); text-decoration-thickness: 1px; text-underline-offset: 3px; }
a:hover { color: var(--brand-strong); text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; border-radius: 0.25rem; }
header, footer { background: var(--card); border: 0 solid var(--line); }
header { border-bottom-width: 1px; }
footer { border-top-width: 1px; margin-top: 4rem; }
.bar {
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.5rem 1.5rem;
  max-width: 72rem; margin: 0 auto; padding: 0.75rem 1rem;
}
footer .bar { padding-block: 2rem; }
.bar ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; padding: 0; list-style: none; }
.home { display: inline-flex; align-items: center; gap: 0.625rem; color: var(--ink); text-decoration: none; }
.home img { display: block; height: 2.25rem; width: auto; max-width: 9.375rem; }
.name { font-size: 1.35rem; letter-spacing: -0.025em; }
.page { max-width: 72rem; margin: 0 auto; padding: 2rem 1rem 0; }
.groups { margin-bottom: 1.5rem; }
.groups ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.1rem; padding: 0; list-style: none; }
.groups a { display: inline-block; padding: 0.2rem 0; }
main { min-width: 0; }
@media (min-width: 40rem) { .bar, .page { padding-inline: 1.5rem; } }
@media (min-width: 64rem) {
  .page { display: grid; grid-template-columns: 12rem minmax(0, 1fr); gap: 3rem; }
  .groups { margin: 0; position: sticky; top: 1.5rem; align-self: start; }
  .groups ul { flex-direction: column; }
}
details, .shape {
  margin: 0.6rem 0; background: var(--card); border: 1px solid var(--line); border-radius: 1rem;
  box-shadow: 0 1px 2px var(--shadow), 0 8px 24px -12px var(--shadow);
}
summary { display: flex; align-items: center; gap: 1rem; padding: 0.75rem 1.25rem; cursor: pointer; list-style: none; border-radius: 1rem; }
summary::-webkit-details-marker { display: none; }
summary::after {
  content: ""; flex-shrink: 0; width: 0.5rem; height: 0.5rem; margin-bottom: 0.25rem;
  border: solid var(--brand); border-width: 0 2px 2px 0; transform: rotate(45deg);
}
details[open] > summary::after { margin-bottom: -0.25rem; transform: rotate(225deg); }
summary h3 { flex-grow: 1; font-weight: 400; }
.call { display: block; }
.call b { display: inline-block; padding: 0 0.6rem; border-radius: 1rem; background: var(--tint); color: var(--brand); font-size: 0.875rem; }
.inside { padding: 0 1.25rem 1.25rem; border-top: 1px solid var(--line); }
.shape { padding: 1.25rem; }
.shape h3 { font-size: 1.25rem; margin-bottom: 0.5rem; }
.note { color: var(--muted); font-size: 0.875rem; font-weight: 400; }
code { font: 0.88em ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; }
pre { margin: 0; padding: 0.8rem 1rem; overflow-x: auto; overflow-wrap: normal; background: var(--sunk); border-radius: 0.75rem; line-height: 1.45; }
dl { margin: 0; }
dt { margin-top: 0.6rem; font-weight: 600; }
dd { margin: 0; color: var(--muted); }
ul { margin: 0; padding-left: 1.2rem; }
@media print { header, footer, .groups { display: none; } body { background: none; } }
`;
