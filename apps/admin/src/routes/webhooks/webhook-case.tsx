import { counted } from '../../components/count.ts';
import { Button } from '../../components/button.tsx';
import { When } from '../../components/date-time.tsx';
import { Fact, Section, TimeFact } from '../../components/section.tsx';
import { toastDone, toastFailed } from '../../components/toast.tsx';
import { CaseView } from '../../frame/page.tsx';
import { useAct } from '../../moderation/use-act.ts';
import { trpc } from '../../trpc.ts';
import { FailedDeliveries } from './failed-deliveries.tsx';
import { kinds, outcomeName, shownUrl, stateOf, type Webhook } from './vocabulary.ts';

export type Asked = 'change' | 'secret' | 'end';

/** The service counts up to a thousand. */
const mostCounted = 1_000;

function eventCount(count: number): string {
  if (count === mostCounted) return '1,000 events or more';
  return counted(count, 'event');
}

function Facts({ webhook }: { webhook: Webhook }) {
  const { kinds: told, acceptedAt, failingSince } = webhook;
  const { previousSecretUntil, isSecretLost } = webhook;
  return (
    <dl className="mt-4">
      <Fact name="Events">{told.length === kinds.length ? 'All' : told.join(', ')}</Fact>
      <Fact name="Last accepted">
        {acceptedAt === null ? 'Never' : <When at={acceptedAt} />}
      </Fact>
      <TimeFact name="Failing since" at={failingSince} />
      {previousSecretUntil !== null && (
        <Fact name="Old secret">
          Also signs until <When at={previousSecretUntil} />
        </Fact>
      )}
      {isSecretLost && (
        <Fact name="Secret">
          SECRET_KEY can’t decrypt it. Replace it: nothing is sent until then.
        </Fact>
      )}
    </dl>
  );
}

function sayTested({ isAccepted, outcome }: { isAccepted: boolean; outcome: string }) {
  const words = outcomeName(outcome);
  if (isAccepted) toastDone(`It accepted the test: ${words}`);
  else toastFailed('It did not accept the test', `Its answer: ${words}.`);
}

type WebhookCaseProps = { webhook: Webhook; onAsk: (asked: Asked) => void };

export function WebhookCase({ webhook, onAsk }: WebhookCaseProps) {
  const { id, failed, state } = webhook;
  const turning = useAct(
    trpc.webhooks.switch.mutationOptions({
      onSuccess: (_, { isOn }) =>
        void toastDone(isOn ? 'It gets events again' : 'It is paused'),
    }),
    'Nothing was changed',
  );
  const testing = useAct(
    trpc.webhooks.test.mutationOptions({ onSuccess: ({ data }) => sayTested(data) }),
    'No test was sent',
  );
  const resend = useAct(
    trpc.webhooks.resend.mutationOptions({
      onSuccess: ({ data: { resent } }) =>
        void toastDone(`Sent again: ${counted(resent, 'event')}`),
    }),
    'Nothing is sent again',
  );
  const url = shownUrl(webhook);
  return (
    <CaseView
      name={url}
      states={[stateOf(webhook)]}
      bar={
        <>
          <Button
            busy={turning.isPending}
            onClick={() => turning.mutate({ id, isOn: state !== 'on' })}
          >
            {state === 'on' ? 'Pause' : 'Switch on'}
          </Button>
          <Button busy={testing.isPending} onClick={() => testing.mutate({ id })}>
            Test
          </Button>
          <Button onClick={() => onAsk('change')}>Change…</Button>
          <Button onClick={() => onAsk('secret')}>Replace secret…</Button>
          <Button onClick={() => onAsk('end')}>End…</Button>
        </>
      }
    >
      <Facts webhook={webhook} />
      {failed > 0 && (
        <Section
          isRuled
          title={`Not accepted: ${eventCount(failed)}`}
          aside={
            <Button busy={resend.isPending} onClick={() => resend.mutate({ id })}>
              Send all again
            </Button>
          }
        >
          <details>
            <summary className="rounded-md text-soft pointer-coarse:py-3">Log</summary>
            <FailedDeliveries
              id={id}
              onResend={(number) => resend.mutate({ id, number })}
            />
          </details>
        </Section>
      )}
    </CaseView>
  );
}
