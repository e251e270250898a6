/** For lists, menus and popovers. */
export const popupStyle =
  'rounded-xl border border-line bg-raised text-ink shadow-float outline-none transition-[opacity,scale] duration-100 data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0';

export const choiceStyle =
  'flex min-h-9 cursor-default items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-sm outline-none select-none data-disabled:text-muted data-highlighted:bg-highlight pointer-coarse:min-h-11';

export const selectStyle =
  'flex h-9 items-center justify-between gap-2 rounded-lg border border-outline bg-surface px-3 text-sm whitespace-nowrap text-ink shadow-card transition-colors hover:border-ink/60 pointer-coarse:h-11';

export const selectLabelStyle = 'cursor-default text-[0.8125rem] font-medium text-soft';

/** For the link above a page's heading that leads back to the list. */
export const backLinkStyle =
  '-ml-1 inline-flex min-h-9 items-center gap-1.5 rounded-md px-1 text-[0.8125rem] font-medium text-muted hover:text-ink pointer-coarse:min-h-11';
