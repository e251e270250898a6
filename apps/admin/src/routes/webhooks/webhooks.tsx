import { useQuery } from '@tanstack/react-query';
import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { AdminsOnly } from '../../frame/admins-only.tsx';
import { Loaded, Loading, StaleQuery } from '../../frame/states.tsx';
import { useTitle } from '../../title.ts';
import { trpc } from '../../trpc.ts';
import { useCreate } from './actions.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { kinds } from './vocabulary.ts';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhookSection } from './webhook-section.tsx';

/** Milliseconds between two looks, while the page is in sight: who mends a receiver watches for it to be told again. */
const interval = { failing: 2_000, otherwise: 15_000 } as const;

const loading = (
  <Loading what="the webhooks">
    <Skeleton className="h-40 w-full rounded-xl" />
  </Loading>
);

function Content() {
  const [makes, setMakes] = useState(false);
  const [secret, setSecret] = useState<string>();
  const list = useQuery(
    trpc.webhooks.list.queryOptions(undefined, {
      refetchInterval: ({ state }) =>
        state.data?.data.webhooks.some(({ failed }) => failed > 0)
          ? interval.failing
          : interval.otherwise,
    }),
  );
  const create = useCreate((made) => {
    setMakes(false);
    setSecret(made);
  });
  useTitle('Webhooks');
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold tracking-tight">Webhooks</h1>
        <Button variant="solid" onClick={() => setMakes(true)}>
          <Plus aria-hidden size={15} /> New webhook…
        </Button>
      </div>
      <StaleQuery query={list} className="mt-5" />
      <div className="mt-5 grid gap-5">
        <Loaded query={list} what="The list" loading={loading}>
          {({ data: { webhooks } }) =>
            webhooks.length === 0 ? (
              <Notice icon={Webhook} title="No webhooks yet">
                A webhook tells another program of changes to users and profiles as they
                happen.
              </Notice>
            ) : (
              webhooks.map((webhook) => (
                <WebhookSection key={webhook.id} webhook={webhook} onSecret={setSecret} />
              ))
            )
          }
        </Loaded>
      </div>
      <WebhookDialog
        open={makes}
        onOpenChange={setMakes}
        title="New webhook"
        confirm="Make the webhook"
        told={{ url: '', kinds: [...kinds] }}
        busy={create.isPending}
        error={create.error}
        onConfirm={(told) => create.mutate(told)}
      />
      <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />
    </>
  );
}

/** Programs that are told of changes. */
export const WebhooksPage = () => (
  <AdminsOnly>
    <Content />
  </AdminsOnly>
);
