import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { given } from '../../address.ts';
import { Button, buttonStyle } from '../../components/button.tsx';
import { ExportButton } from '../../moderation/export-button.tsx';
import { inDigits } from '../../components/count.ts';
import { FilterButton } from '../../components/filter-button.tsx';
import { filtersOf, FilterSelect } from '../../components/filter-fields.tsx';
import { When } from '../../components/date-time.tsx';
import { useListFocus } from '../../components/list/list-focus.ts';
import { Notice } from '../../components/notice.tsx';
import { Fact, TimeFact } from '../../components/section.tsx';
import { toastDone } from '../../components/toast.tsx';
import { DialogForm } from '../../frame/dialog-form.tsx';
import { moderationList } from '../../frame/moderation-list.tsx';
import { CaseView } from '../../frame/page.tsx';
import { type DialogState, useAsked } from '../../frame/use-asked.tsx';
import { useAct } from '../../moderation/use-act.ts';
import { byCursor, trpc } from '../../trpc.ts';
import { downloadInvited } from './download.ts';
import type { InvitationsSearch } from './search.ts';
import { type Listed, stateNames, states } from './vocabulary.ts';
import { Failed } from '../../frame/failed.tsx';

const route = getRouteApi('/invitations');

type Row = Listed & { id: string };

const InvitationList = moderationList<Row>({
  title: 'Invitations',
  one: 'invitation',
  columns: ['Address', 'State', 'Invited by', 'Invited'],
  useWords: ({ email, state, invitedBy, invitedAt }) => ({
    name: email,
    address: `invitations#${new URLSearchParams({ address: email }).toString()}`,
    states: [states[state]],
    text: null,
    detail: invitedBy ?? undefined,
    at: invitedAt,
    isFaded: state === 'withdrawn',
  }),
});

const isUnused = ({ state }: Listed) => state !== 'joined' && state !== 'withdrawn';

type CaseProps = { item: Listed; onWithdraw: () => void };

function InvitationCase({ item, onWithdraw }: CaseProps) {
  const { email, state, invitedBy, invitedAt, endsAt } = item;
  const { mailedAt, remindedAt, joinedAt, withdrawnAt } = item;
  const again = useAct(
    trpc.moderation.invitations.mailAgain.mutationOptions({
      onSuccess: ({ data }) =>
        toastDone(data.mails > 0 ? 'It is mailed again' : 'It was mailed again before'),
    }),
  );
  const facts = [
    ['Mailed', mailedAt],
    ['Reminded', remindedAt],
    ['Joined', joinedAt],
    ['Withdrawn', withdrawnAt],
    ['Ends', isUnused(item) ? endsAt : null],
  ] as const;
  return (
    <CaseView
      name={email}
      states={[states[state]]}
      bar={
        isUnused(item) && (
          <>
            <Button
              aria-label={`Withdraw the invitation of ${email}`}
              onClick={onWithdraw}
            >
              Withdraw…
            </Button>
            {state !== 'waiting' && (
              <Button
                busy={again.isPending}
                onClick={() => again.mutate({ emails: [email] })}
              >
                Mail it again
              </Button>
            )}
          </>
        )
      }
    >
      <Failed error={again.error} />
      <dl className="mt-4">
        <Fact name="Invited">
          <When at={invitedAt} />, by {invitedBy ?? 'a program or the operator'}
        </Fact>
        {facts.map(([fact, at]) => (
          <TimeFact key={fact} name={fact} at={at} />
        ))}
      </dl>
    </CaseView>
  );
}

type WithdrawDialogProps = DialogState & { email: string };

function WithdrawDialog({ email, ...dialog }: WithdrawDialogProps) {
  const withdraw = useAct(
    trpc.moderation.invitations.withdraw.mutationOptions({
      onSuccess: ({ data }) =>
        void toastDone(
          data.withdrawn > 0 ? 'The invitation is withdrawn' : 'It was used before',
        ),
    }),
  );
  return (
    <DialogForm
      {...dialog}
      title={`Withdraw the invitation of ${email}?`}
      description="The address may no longer sign up, unless it may without an invitation."
      confirm="Withdraw"
      act={withdraw}
      onSubmit={() => withdraw.mutate({ emails: [email] })}
    />
  );
}

export function InvitationsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const list = useInfiniteQuery(
    trpc.moderation.invitations.list.infiniteQueryOptions(
      given({ ...search, limit: 100 }),
      byCursor,
    ),
  );
  const pages = list.data?.pages ?? [];
  const counts = pages[0]?.data.counts;
  const rows = pages.flatMap(({ data }) =>
    data.invitations.map((one) => ({ ...one, id: one.email })),
  );
  const focus = useListFocus('invitations', rows);
  const { row } = focus;
  const withdrawing = useAsked<Listed>();
  const { address, state } = search;
  const change = (next: InvitationsSearch) =>
    void navigate({ to: '/invitations', search: next, replace: true });
  const isFiltered = address !== undefined || state !== undefined;
  return (
    <InvitationList
      search={{
        label: 'Search the invited',
        value: address ?? '',
        onSearch: (text) =>
          change(given({ ...search, address: text.trim() || undefined })),
        maxLength: 254,
      }}
      controls={
        <>
          <FilterButton title="Show invitations" count={state ? 1 : 0}>
            <FilterSelect
              label="State"
              unset="Any state"
              choices={stateNames.map((value) => ({
                value,
                label: `${states[value].word}${counts ? `, ${inDigits(counts[value])}` : ''}`,
              }))}
              {...filtersOf(search, change)('state')}
            />
          </FilterButton>
          {rows.length > 0 && <ExportButton save={() => downloadInvited(search)} />}
          <Link to="/invitations/new" className={buttonStyle({ variant: 'solid' })}>
            Invite people
          </Link>
        </>
      }
      drawCase={() =>
        row && (
          <InvitationCase
            key={row.id}
            item={row}
            onWithdraw={() => withdrawing.ask(row)}
          />
        )
      }
      query={list}
      rows={rows}
      focus={focus}
      empty={<Notice title={isFiltered ? 'No invitation fits' : 'Nobody is invited'} />}
    >
      {withdrawing.draw(({ email }, dialog) => (
        <WithdrawDialog email={email} {...dialog} />
      ))}
    </InvitationList>
  );
}
