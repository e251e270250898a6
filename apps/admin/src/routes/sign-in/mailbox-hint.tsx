import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';

const mailbox = '/dev/mailbox';

/** Whether the service shows its mail on a page instead of sending it, as it does in development. */
async function hasMailbox(): Promise<boolean> {
  const answer = await fetch(`${mailbox}.json`, { method: 'HEAD' });
  return answer.ok;
}

/** Where the mail is when none is sent. */
export function MailboxHint() {
  const shown = useQuery({
    queryKey: ['development mailbox'],
    queryFn: hasMailbox,
    staleTime: Infinity,
    retry: false,
  });
  if (shown.data !== true) {
    return null;
  }
  return (
    <p className="flex items-center gap-2 rounded-lg bg-sunken px-3 py-2.5 text-[0.8125rem] text-soft">
      <Inbox aria-hidden size={16} className="shrink-0" />
      <span>
        In development no mail is sent: it is in the{' '}
        <a
          href={mailbox}
          target="_blank"
          rel="noopener"
          className="font-medium text-accent-ink underline underline-offset-3 hover:no-underline"
        >
          mailbox
        </a>
        .
      </span>
    </p>
  );
}
