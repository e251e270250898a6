import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';

/** Whether the service shows its mail on a page instead of sending it, as it does in development. */
async function hasMailbox(): Promise<boolean> {
  const answer = await fetch('/dev/mailbox', { method: 'HEAD' });
  return answer.ok;
}

/** Where the mail is when none is sent. The mailbox's address is for whoever started the service alone. */
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
    <p className="flex gap-2 rounded-md bg-sunken px-3 py-2.5 text-sm text-soft">
      <Inbox aria-hidden size={16} className="mt-0.5 shrink-0" />
      <span>
        In development no mail is sent: it is in the mailbox. Its address was printed in
        the terminal where the service was started, and is in{' '}
        <code className="wrap-anywhere text-ink">DATA_DIR/mailbox-url</code>.
      </span>
    </p>
  );
}
