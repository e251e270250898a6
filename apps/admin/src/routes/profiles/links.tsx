import { Globe, MessagesSquare, Send } from 'lucide-react';

/** The icon set holds no brands. */
function XIcon() {
  return (
    <svg aria-hidden viewBox="0 0 24 24" width={15} height={15} fill="none" stroke="currentColor">
      <path d="M4 4h4.2L20 20h-4.2z" strokeWidth={2} strokeLinejoin="round" />
      <path d="m4.4 20 6.2-7m2.9-3.2L18.8 4" strokeWidth={2} strokeLinecap="round" />
    </svg>
  );
}

/** The networks a profile links to, in the order in which they are shown. */
export const networks = [
  { key: 'x', name: 'X', icon: <XIcon /> },
  { key: 'telegram', name: 'Telegram', icon: <Send aria-hidden size={16} /> },
  { key: 'website', name: 'Website', icon: <Globe aria-hidden size={16} /> },
  { key: 'discord', name: 'Discord', icon: <MessagesSquare aria-hidden size={16} /> },
] as const;

/**
 * Whether a link is safe to open: a link to the web, not a script, a file or a mail. The service takes no other links, but
 * what reached the database another way is not to be trusted either.
 */
export const isWebLink = (link: string): boolean =>
  URL.canParse(link) && /^https?:$/.test(new URL(link).protocol);

/** Opens a stranger's link in a tab that knows nothing of this one, and without a recommendation to search engines. */
export const strangersLink = {
  target: '_blank',
  rel: 'noopener noreferrer nofollow ugc',
} as const;
