export const popupStyle =
  'rounded-md bg-raised text-ink shadow-float outline-none transition-[opacity,scale] duration-100 data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0';

export const choiceStyle =
  'flex min-h-8 cursor-default items-center gap-2.5 rounded-md px-2.5 py-1 text-sm outline-0 select-none data-highlighted:bg-highlight data-highlighted:outline-2 data-highlighted:-outline-offset-2 data-highlighted:outline-focus pointer-coarse:min-h-11';

/** A field. Its text has 16 pixels on a phone, which zooms in on smaller text. */
export const fieldStyle =
  'w-full rounded-md border border-outline bg-surface text-[1rem] text-ink transition-colors placeholder:text-muted hover:border-ink/60 focus-visible:border-accent focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-focus aria-invalid:border-bad pointer-fine:text-sm';

/** A link within text. Its line has the contrast of a mark. */
export const linkStyle =
  'rounded-md wrap-anywhere text-ink underline decoration-outline underline-offset-3 hover:decoration-current';

/** A button within text. A finger gets more than its line. */
export const textButtonStyle = `${linkStyle} pointer-coarse:-my-3 pointer-coarse:py-3`;
