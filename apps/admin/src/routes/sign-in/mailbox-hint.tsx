import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';

/** Whether mail is shown on a page instead of being sent, as in development. */
async function hasMailbox(): Promise<boolean> {
  const answer = await fetch('/dev/mailbox', { method: 'HEAD' });
  return answer.ok;
}

/**
 * Says where the mail is if none is sent. Only the service's operator knows the
 * mailbox's address.
 */
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
        No mail is sent in development. The address of the test mailbox stands in the
        terminal of the service, and in{' '}
        <code className="wrap-anywhere text-ink">DATA_DIR/mailbox-url</code>.
      </span>
    </p>
  );
}
