import palette from "../../../../web/styles/palette.css" with { type: "text" };

/** The product's colors and fonts, in one column. Its hash is in the page's policy. */
export const docsStyle = `
${palette}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink); font-size: 106.25%; line-height: 1.55;
  font-family: "Source Sans 3 Variable", ui-sans-serif, system-ui, "Segoe UI", "Noto Sans", sans-serif;
  overflow-wrap: anywhere;
}
header { display: flex; justify-content: space-between; gap: 1rem; padding: 0 1rem; border-bottom: 1px solid var(--line); background: var(--card); }
header p { margin: 0.9rem 0; }
header p:first-child { font-family: "Source Serif 4", ui-serif, Georgia, serif; font-weight: 600; font-size: 1.15rem; }
header p:first-child a { text-decoration: none; color: inherit; }
main { max-width: 48rem; margin: 0 auto; padding: 1.5rem 1rem 5rem; }
h1, h2, .shape h3 { font-family: "Source Serif 4", ui-serif, Georgia, serif; font-weight: 600; line-height: 1.18; }
h1 { font-size: 2.2rem; margin: 0.5rem 0 1rem; }
h2 { font-size: 1.6rem; margin: 2.75rem 0 0.5rem; scroll-margin-top: 1rem; }
h3 { font-size: 1rem; margin: 0; }
h4 { font-size: 1rem; margin: 1.25rem 0 0.4rem; }
a { color: var(--brand); text-underline-offset: 0.15em; }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; border-radius: 0.25rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.1rem; padding: 0; list-style: none; }
nav a { display: inline-block; padding: 0.2rem 0; }
details, .shape { margin: 0.6rem 0; background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem; }
summary { padding: 0.7rem 1rem 0.7rem 0.2rem; cursor: pointer; list-style-position: outside; margin-left: 1.9rem; }
summary h3 { display: inline-block; vertical-align: top; width: 100%; font-weight: 400; }
.call { display: block; }
.inside { padding: 0 1rem 1rem; border-top: 1px solid var(--line); }
.shape { padding: 1rem; }
.shape h3 { font-size: 1.15rem; margin-bottom: 0.5rem; }
.note { color: var(--muted); font-size: 0.9rem; font-weight: 400; }
code { font: 0.88em ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; }
pre { margin: 0; padding: 0.8rem 1rem; overflow-x: auto; overflow-wrap: normal; background: var(--sunk); border-radius: 0.5rem; line-height: 1.45; }
dl { margin: 0; }
dt { margin-top: 0.6rem; font-weight: 600; }
dd { margin: 0; color: var(--muted); }
ul { margin: 0; padding-left: 1.2rem; }
@media print { details > .inside { display: block; } body { background: none; } }
`;
