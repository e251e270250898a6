import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { inferOutput } from '@trpc/tanstack-react-query';
import { Check, Circle } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { Section } from '../../components/section.tsx';
import { linkStyle } from '../../components/styles.ts';
import { Loaded } from '../../frame/states.tsx';
import { product } from '../../product.ts';
import { browserStorage } from '../../storage.ts';
import { createStore, useStore } from '../../store.ts';
import { readAgain, trpc } from '../../trpc.ts';
import { useWho } from '../../who.ts';
import { Failed } from '../../frame/failed.tsx';

type Step = inferOutput<typeof trpc.moderation.firstSteps>['data']['steps'][number];

/** Its page in the app, or the page of the documentation that says how. */
type Words = { name: string; hint: string } & (
  | { to: '/mail' | '/invitations/new' | '/users' }
  | { read: string }
);

const words: Record<Step['step'], Words> = {
  mail: {
    name: 'Try that mail leaves',
    hint: 'Without mail nobody can sign in.',
    to: '/mail',
  },
  address: {
    name: 'Set the public address',
    hint: 'PUBLIC_URL, beginning with https. Mails and links name it.',
    read: 'docs/run/settings.md',
  },
  look: {
    name: 'Set name and logo',
    hint: 'PRODUCT_NAME and PRODUCT_LOGO.',
    read: 'docs/run/settings.md',
  },
  sign_ups: {
    name: 'Say who may join',
    hint: 'Now everybody may. With SIGN_UPS=closed only invited people may.',
    read: 'docs/run/people.md',
  },
  invitations: {
    name: 'Invite people',
    hint: 'Paste addresses, or drop a list.',
    to: '/invitations/new',
  },
  second_admin: {
    name: 'Find a second admin',
    hint: 'With only one, a lost mailbox locks you out.',
    to: '/users',
  },
  backup: {
    name: 'Make a backup',
    hint: './namecard backup FILE',
    read: 'docs/run/backups.md',
  },
};

const storageKey = 'namecard.first-steps';

const dismissed = createStore(browserStorage.getItem(storageKey) === 'dismissed');

function dismiss(): void {
  browserStorage.setItem(storageKey, 'dismissed');
  dismissed.set(true);
}

/** Mails the admin, and shows what the provider answered. */
function SendMeOne() {
  const sending = useMutation(
    trpc.moderation.mail.test.mutationOptions({
      onSettled: () => readAgain(trpc.moderation.firstSteps),
    }),
  );
  return (
    <div className="mt-1 flex flex-col items-start gap-2">
      <Button busy={sending.isPending} onClick={() => sending.mutate()}>
        Send me one
      </Button>
      <p role="status">
        {sending.isSuccess && 'The provider took it. Look into your mailbox.'}
      </p>
      <Failed error={sending.error} />
    </div>
  );
}

function StepRow({ step: { step, isDone } }: { step: Step }) {
  const { name, hint, ...page } = words[step];
  const Mark = isDone ? Check : Circle;
  return (
    <li className="flex gap-2.5">
      <Mark
        role="img"
        aria-label={isDone ? 'Done:' : 'To do:'}
        size={16}
        className="mt-0.5 shrink-0 text-muted"
      />
      <div className="min-w-0">
        {'to' in page ? (
          <Link to={page.to} className={linkStyle}>
            {name}
          </Link>
        ) : (
          <span>{name}</span>
        )}
        {!isDone && (
          <p className="text-pretty wrap-anywhere text-muted">
            {hint} {'read' in page && `(${page.read})`}
          </p>
        )}
        {step === 'mail' && <SendMeOne />}
      </div>
    </li>
  );
}

const Steps = ({ steps }: { steps: readonly Step[] }) => (
  <div className="max-w-2xl px-4 py-3 md:pl-10">
    <Section
      title={`First steps of ${product.name}`}
      aside={<Button onClick={dismiss}>Don’t show again</Button>}
    >
      <ol className="mt-2 flex flex-col gap-3">
        {steps.map((step) => (
          <StepRow key={step.step} step={step} />
        ))}
      </ol>
    </Section>
  </div>
);

/** Greets the admins of a new service, until all is done or they have read it. */
export function FirstSteps() {
  const isGreeted = useWho().role === 'admin';
  const isDismissed = useStore(dismissed);
  const enabled = isGreeted && !isDismissed;
  const query = useQuery({ ...trpc.moderation.firstSteps.queryOptions(), enabled });
  const isLoading = query.data === undefined && query.fetchStatus === 'fetching';
  if (!enabled || (isLoading && !query.error)) return null;
  return (
    <Loaded query={query} what="the first steps">
      {({ data: { steps } }) =>
        steps.every(({ isDone }) => isDone) ? null : <Steps steps={steps} />
      }
    </Loaded>
  );
}
