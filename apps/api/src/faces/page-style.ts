/** The look of the pages for everybody, light and dark. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#18181b, #f4f4f5);
  --muted: light-dark(#63636c, #a1a1aa);
  --accent: light-dark(#4338ca, #a5b0fc);
  --line: light-dark(#e4e4e7, #2a2a31);
  --surface: light-dark(#ffffff, #141418);
}
body {
  margin: 0; padding: max(3rem, 12vh) 1rem 2rem; background: light-dark(#fafafa, #0c0c0f); color: var(--ink);
  font: 1rem/1.5 ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
main { max-width: 30rem; margin: auto; }
svg { display: block; width: 2.75rem; }
h1 { margin: 1.25rem 0 .25rem; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.02em; }
p { margin: 0; color: var(--muted); }
ul { margin: 2rem 0 0; padding: 0; border: 1px solid var(--line); border-radius: .75rem; background: var(--surface); list-style: none; }
li + li { border-top: 1px solid var(--line); }
ul + p { margin-top: 1.5rem; font-size: .875rem; }
code { color: var(--ink); overflow-wrap: anywhere; }
a { display: block; padding: .875rem 1.25rem; border-radius: .75rem; color: var(--accent); font-weight: 600; text-decoration: none; }
a:hover { text-decoration: underline; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
span { display: block; color: var(--muted); font-size: .875rem; font-weight: 400; }
`;
