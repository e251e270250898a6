export const selectStyle =
  'flex h-9 items-center justify-between gap-2 rounded-lg border border-outline bg-surface px-3 text-sm whitespace-nowrap text-ink shadow-card transition-colors hover:border-ink/60 pointer-coarse:h-11';

export const selectLabelStyle = 'cursor-default text-[0.8125rem] font-medium text-soft';
