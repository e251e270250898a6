/**
 * Whether a link is safe to open: one to the web, not a script, a file or a mail. The service takes no other links; but what
 * was written before, or by another way, is not to be trusted either.
 */
export const isWebLink = (link: string): boolean =>
  URL.canParse(link) && /^https?:$/.test(new URL(link).protocol);

/** What opens a stranger's link in a tab that knows nothing of this one, and tells nobody that we recommend it. */
export const strangersLink = {
  target: '_blank',
  rel: 'noopener noreferrer nofollow ugc',
} as const;
