import { useQuery } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { shortAge, When } from '../../components/date-time.tsx';
import { useListFocus } from '../../components/list/list-focus.ts';
import { Notice } from '../../components/notice.tsx';
import { Fact, TimeFact } from '../../components/section.tsx';
import { toastDone } from '../../components/toast.tsx';
import { DialogForm } from '../../frame/dialog-form.tsx';
import { moderationList } from '../../frame/moderation-list.tsx';
import { CaseView } from '../../frame/page.tsx';
import { type DialogState, useAsked } from '../../frame/use-asked.tsx';
import { useShortcut } from '../../keyboard.ts';
import { useAct } from '../../moderation/use-act.ts';
import { trpc } from '../../trpc.ts';
import { CreateDialog } from './create-dialog.tsx';
import { scopes, states, type ServiceKey } from './vocabulary.ts';

const canEnd = ({ state }: ServiceKey) => state === 'serving' || state === 'refused';

const KeyList = moderationList<ServiceKey>({
  title: 'Service keys',
  one: 'key',
  columns: ['Key', 'Permissions', 'Last used', 'Created'],
  useWords: (item) => ({
    name: item.name,
    address: 'keys',
    states: [states[item.state]],
    text: item.scopes.join(', '),
    detail: item.lastUsedAt === null ? undefined : `Used: ${shortAge(item.lastUsedAt)}`,
    at: item.createdAt,
    isFaded: !canEnd(item),
  }),
});

function KeyCase({ item, onEnd }: { item: ServiceKey; onEnd: () => void }) {
  const {
    name,
    scopes: given,
    state,
    maker,
    createdAt,
    lastUsedAt,
    endsAt,
    endedAt,
  } = item;
  return (
    <CaseView
      name={name}
      states={[states[state]]}
      bar={
        canEnd(item) && (
          <Button aria-label={`End the key ${name}`} onClick={onEnd}>
            End…
          </Button>
        )
      }
    >
      <dl className="mt-4">
        <Fact name="Permissions">
          {given.map((scope) => (
            <span key={scope} className="block">
              {scopes[scope]}
            </span>
          ))}
        </Fact>
        <Fact name="Created">
          <When at={createdAt} />, by {maker?.email ?? 'the operator'}
        </Fact>
        <TimeFact name="Last used" at={lastUsedAt} />
        <TimeFact name={endedAt === null ? 'Ends' : 'Ended'} at={endedAt ?? endsAt} />
      </dl>
    </CaseView>
  );
}

type EndDialogProps = DialogState & { item: ServiceKey };

function EndDialog({ item: { id, name }, ...dialog }: EndDialogProps) {
  const end = useAct(
    trpc.moderation.keys.end.mutationOptions({
      onSuccess: () => void toastDone(`The key ${name} has ended`),
    }),
  );
  return (
    <DialogForm
      {...dialog}
      title={`End the key ${name}?`}
      description="The next request of each program that uses it fails. This can’t be undone."
      confirm="End key"
      isDanger
      act={end}
      onSubmit={() => end.mutate({ id })}
    />
  );
}

const none = (
  <Notice title="No service key yet">A program needs one to call this service.</Notice>
);

export function KeysPage() {
  const list = useQuery(trpc.moderation.keys.list.queryOptions());
  const rows = list.data?.data.keys ?? [];
  const focus = useListFocus('keys', rows);
  const making = useAsked<true>();
  const ending = useAsked<ServiceKey>();
  const { row } = focus;
  useShortcut({
    keys: 'n',
    label: 'New key',
    group: 'Keys',
    run: () => making.ask(true),
  });
  useShortcut({
    keys: 'e',
    label: 'End the key',
    group: 'Keys',
    when: row !== undefined && canEnd(row),
    run: () => row && ending.ask(row),
  });
  return (
    <KeyList
      controls={<Button onClick={() => making.ask(true)}>New key</Button>}
      drawCase={() => row && <KeyCase item={row} onEnd={() => ending.ask(row)} />}
      query={list}
      rows={rows}
      focus={focus}
      empty={none}
    >
      {making.draw((_, dialog) => (
        <CreateDialog {...dialog} />
      ))}
      {ending.draw((item, dialog) => (
        <EndDialog item={item} {...dialog} />
      ))}
    </KeyList>
  );
}
