import { type ReactNode, useState } from 'react';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { When } from '../../components/date-time.tsx';
import { Fact, Section } from '../../components/section.tsx';
import { ConfirmDialog } from '../../moderation/confirm-dialog.tsx';
import {
  useRemove,
  useReplaceSecret,
  useResend,
  useSwitch,
  useTest,
  useUpdate,
} from './actions.ts';
import { FailedDeliveries } from './failed-deliveries.tsx';
import { kinds, stateOf, type Webhook } from './vocabulary.ts';
import { WebhookDialog } from './webhook-dialog.tsx';

type WebhookSectionProps = { webhook: Webhook; onSecret: (secret: string) => void };

const orNever = (at: string | null): ReactNode =>
  at === null ? 'Never' : <When at={at} />;

/** The service counts up to a thousand. */
const mostCounted = 1_000;

function changeCount(count: number): string {
  if (count === mostCounted) {
    return '1,000 changes or more';
  }
  return count === 1 ? '1 change' : `${count} changes`;
}

/** What is known of a webhook. */
function Facts({ webhook }: { webhook: Webhook }) {
  const {
    kinds: told,
    acceptedAt,
    failingSince,
    failed,
    previousSecretUntil,
    isSecretLost,
  } = webhook;
  return (
    <dl className="divide-y divide-line">
      <Fact name="Told of">
        {told.length === kinds.length ? 'Everything' : told.join(', ')}
      </Fact>
      <Fact name="Last accepted">{orNever(acceptedAt)}</Fact>
      {failingSince !== null && (
        <Fact name="Failing since">
          <When at={failingSince} />
        </Fact>
      )}
      {previousSecretUntil !== null && (
        <Fact name="Former secret">
          signs too, and ends <When at={previousSecretUntil} />
        </Fact>
      )}
      {isSecretLost && (
        <Fact name="Secret">
          can’t be opened with SECRET_KEY: replace it, or nothing is sent.
        </Fact>
      )}
      {failed > 0 && <Fact name="Not accepted">{changeCount(failed)}</Fact>}
    </dl>
  );
}

/** A webhook, and what can be done with it. */
export function WebhookSection({ webhook, onSecret }: WebhookSectionProps) {
  const { id, failed, state } = webhook;
  // Secrets stand in queries; who changes the address sees the whole of it.
  const url = webhook.url.replace(/\?.*$/s, '?…');
  const [asks, setAsks] = useState<'change' | 'secret' | 'end'>();
  const [showsLog, setShowsLog] = useState(false);
  const close = () => setAsks(undefined);
  const openFor = (what: typeof asks) => ({
    open: asks === what,
    onOpenChange: (open: boolean) => setAsks(open ? what : undefined),
  });
  const [turning, testing, resend] = [useSwitch(), useTest(), useResend()];
  const [update, remove] = [useUpdate(close), useRemove(close)];
  const replace = useReplaceSecret((secret) => {
    close();
    onSecret(secret);
  });
  const { label, tone } = stateOf(webhook);
  return (
    <Section title={url} aside={<Badge tone={tone}>{label}</Badge>}>
      <Facts webhook={webhook} />
      <div className="flex flex-wrap gap-2 border-t border-line px-4 py-3 sm:px-5">
        <Button
          busy={turning.isPending}
          onClick={() => turning.mutate({ id, isOn: state !== 'on' })}
        >
          {state === 'on' ? 'Pause' : 'Switch on'}
        </Button>
        <Button busy={testing.isPending} onClick={() => testing.mutate({ id })}>
          Send a test
        </Button>
        <Button onClick={() => setAsks('change')}>Change…</Button>
        <Button onClick={() => setAsks('secret')}>Replace the secret…</Button>
        <Button onClick={() => setAsks('end')}>End…</Button>
        {failed > 0 && (
          <>
            <Button busy={resend.isPending} onClick={() => resend.mutate({ id })}>
              Send all again
            </Button>
            <Button aria-expanded={showsLog} onClick={() => setShowsLog(!showsLog)}>
              {showsLog ? 'Hide the log' : 'Show the log'}
            </Button>
          </>
        )}
      </div>
      {showsLog && (
        <div className="border-t border-line">
          <FailedDeliveries id={id} />
        </div>
      )}
      <WebhookDialog
        {...openFor('change')}
        title="Change the webhook"
        confirm="Change it"
        told={webhook}
        busy={update.isPending}
        error={update.error}
        onConfirm={(told) => update.mutate({ id, ...told })}
      />
      <ConfirmDialog
        {...openFor('secret')}
        title="Replace the secret?"
        confirm="Replace it"
        busy={replace.isPending}
        error={replace.error}
        onConfirm={() => replace.mutate({ id })}
      >
        Messages are signed with the new one and, for a day, with the present one too:
        give the new one to the receiver meanwhile.
      </ConfirmDialog>
      <ConfirmDialog
        {...openFor('end')}
        title="End the webhook?"
        confirm="End it"
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({ id })}
      >
        <span className="wrap-anywhere">{url}</span> is told of nothing more, and what it
        was still to be told is forgotten. That can’t be undone.
      </ConfirmDialog>
    </Section>
  );
}
