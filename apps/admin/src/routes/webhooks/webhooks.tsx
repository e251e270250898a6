import { useQuery } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { inDigits } from '../../components/count.ts';
import { useListFocus } from '../../components/list/list-focus.ts';
import { Notice } from '../../components/notice.tsx';
import { showSecret } from '../../components/secret-dialog.tsx';
import { DialogForm } from '../../frame/dialog-form.tsx';
import { moderationList } from '../../frame/moderation-list.tsx';
import { type DialogState, useAsked } from '../../frame/use-asked.tsx';
import { useShortcut } from '../../keyboard.ts';
import { useAct } from '../../moderation/use-act.ts';
import { trpc } from '../../trpc.ts';
import { kinds, shownUrl, stateOf, type Webhook } from './vocabulary.ts';
import { WebhookCase, type Asked } from './webhook-case.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

/**
 * Milliseconds between two reloads, while the page is visible. Operators watch
 * here while they repair a receiver.
 */
const refetchInterval = 5_000;

const none = (
  <Notice title="No webhooks yet">
    A webhook sends events to another program as they happen.
  </Notice>
);

const WebhookList = moderationList<Webhook>({
  title: 'Webhooks',
  one: 'webhook',
  columns: ['Webhook', 'State', 'Events', 'Last accepted'],
  useWords: (webhook) => {
    const { kinds: told, acceptedAt, failed } = webhook;
    return {
      // Nearly all begin so, and the column is narrow.
      name: shownUrl(webhook).replace(/^https:\/\//, ''),
      address: 'webhooks',
      states: [stateOf(webhook)],
      text: failed > 0 ? `${inDigits(failed)} not accepted` : null,
      detail: told.length === kinds.length ? 'All events' : told.join(', '),
      at: acceptedAt,
    };
  },
});

/** Without a webhook a new one is made. */
type Dialog = { what?: Asked; webhook?: Webhook };

/** The answer contains the secret, so it is dropped when the dialog closes. */
const show = {
  gcTime: 0,
  onSuccess: ({ data }: { data: { secret: string } }) =>
    showSecret({
      what: 'secret',
      text: data.secret,
      use: 'The receiver uses it to check that a message is from this service.',
    }),
};

function Dialogs({ asked, ...dialog }: DialogState & { asked: Dialog }) {
  const create = useAct(trpc.webhooks.create.mutationOptions(show));
  const replace = useAct(trpc.webhooks.replaceSecret.mutationOptions(show));
  const update = useAct(trpc.webhooks.update.mutationOptions());
  const remove = useAct(trpc.webhooks.remove.mutationOptions());
  const { what, webhook } = asked;
  if (!webhook) {
    return (
      <WebhookDialog
        {...dialog}
        title="New webhook"
        confirm="Create webhook"
        told={{ url: '', kinds: [...kinds] }}
        act={create}
        onConfirm={(told) => create.mutate(told)}
      />
    );
  }
  const { id } = webhook;
  if (what === 'change') {
    return (
      <WebhookDialog
        {...dialog}
        title="Change the webhook"
        confirm="Change"
        told={webhook}
        act={update}
        onConfirm={(told) => update.mutate({ id, ...told })}
      />
    );
  }
  return what === 'secret' ? (
    <DialogForm
      {...dialog}
      title="Replace the secret?"
      description="For a day the old and the new secret both sign messages. Give the new one to the receiver before that."
      confirm="Replace secret"
      act={replace}
      onSubmit={() => replace.mutate({ id })}
    />
  ) : (
    <DialogForm
      {...dialog}
      title="End the webhook?"
      description={`${shownUrl(webhook)} gets no more events. Waiting events are deleted. This can’t be undone.`}
      confirm="End webhook"
      isDanger
      act={remove}
      onSubmit={() => remove.mutate({ id })}
    />
  );
}

export function WebhooksPage() {
  const list = useQuery(trpc.webhooks.list.queryOptions(undefined, { refetchInterval }));
  const rows = list.data?.data.webhooks ?? [];
  const focus = useListFocus('webhooks', rows);
  const { ask, draw } = useAsked<Dialog>();
  const { row } = focus;
  const create = () => ask({});
  const drawCase = () =>
    row && (
      <WebhookCase
        key={row.id}
        webhook={row}
        onAsk={(what) => ask({ what, webhook: row })}
      />
    );
  useShortcut({ keys: 'n', label: 'New webhook', group: 'Webhooks', run: create });
  return (
    <WebhookList
      controls={<Button onClick={create}>New webhook</Button>}
      drawCase={drawCase}
      query={list}
      rows={rows}
      focus={focus}
      empty={none}
    >
      {draw((asked, dialog) => (
        <Dialogs asked={asked} {...dialog} />
      ))}
    </WebhookList>
  );
}
