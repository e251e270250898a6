/** For lists, menus and popovers. */
export const popupStyle =
  'rounded-xl border border-line bg-raised text-ink shadow-float outline-none transition-[opacity,scale] duration-100 data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0';

export const choiceStyle =
  'flex min-h-9 cursor-default items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-sm outline-none select-none data-disabled:text-muted data-highlighted:bg-highlight pointer-coarse:min-h-11';
