import { readAddress } from '@namecard/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { given } from '../../address.ts';
import { buttonStyle } from '../../components/button.tsx';
import { useListFocus } from '../../components/list/list-focus.ts';
import { Notice } from '../../components/notice.tsx';
import { Fact, TimeFact } from '../../components/section.tsx';
import { Tab, Tabs } from '../../components/tabs.tsx';
import { moderationList } from '../../frame/moderation-list.tsx';
import { CaseView } from '../../frame/page.tsx';
import {
  explanationOf,
  kindOf,
  stateOf,
  type Delivery,
} from '../../moderation/mail/delivery.ts';
import { AddressBlock } from '../../moderation/mail/address-block.tsx';
import { AddressData } from '../../moderation/users/personal-data.tsx';
import { byCursor, trpc } from '../../trpc.ts';
import type { MailSearch } from './search.ts';

const route = getRouteApi('/mail');

/** Milliseconds between two reloads, while the page is visible. */
const refetchInterval = 15_000;

/** A complete address, as far as this page can tell. */
const isAddress = (text: string) => /^\S+@\S+\.\S+$/.test(text);

const useMail = ({ address, state = 'waiting' }: MailSearch) =>
  useInfiniteQuery(
    trpc.moderation.mail.deliveries.infiniteQueryOptions(
      address === undefined ? { state } : { address },
      {
        ...byCursor,
        refetchInterval,
        enabled: address === undefined || isAddress(address),
      },
    ),
  );

const MailList = moderationList<Delivery>({
  title: 'Mail',
  one: 'mail',
  columns: ['Address', 'Outcome', 'About', 'Asked for'],
  useWords: (delivery) => {
    const { address, requestedAt } = delivery;
    return {
      name: address,
      address: `mail#${new URLSearchParams({ address }).toString()}`,
      states: [stateOf(delivery)],
      text: explanationOf(delivery) ?? null,
      detail: kindOf(delivery),
      at: requestedAt,
    };
  },
});

type MailCaseProps = {
  address: string;
  delivery: Delivery | undefined;
  isAlone: boolean;
};

function MailCase({ address, delivery, isAlone }: MailCaseProps) {
  const inspected = useQuery(trpc.moderation.mail.inspect.queryOptions({ address }));
  const { user, isSuppressed, isRefused, isBanned } = inspected.data?.data ?? {};
  const explanation = delivery && explanationOf(delivery);
  return (
    <CaseView
      name={address}
      states={delivery ? [stateOf(delivery)] : []}
      bar={
        <>
          {user && (
            <Link to="/users/$id" params={{ id: user.id }} className={buttonStyle()}>
              Open user
            </Link>
          )}
          {!isAlone && (
            <Link to="/mail" search={{ address }} className={buttonStyle()}>
              All mail to it
            </Link>
          )}
        </>
      }
    >
      {isSuppressed && <AddressBlock address={address} kind="suppressed" />}
      {isRefused && !isSuppressed && <AddressBlock address={address} kind="refused" />}
      {isBanned && <AddressBlock address={address} kind="banned" />}
      {delivery && (
        <dl className="mt-4">
          <Fact name="About">{kindOf(delivery)}</Fact>
          {explanation !== undefined && <Fact name="Why">{explanation}</Fact>}
          <TimeFact name="Asked for" at={delivery.requestedAt} />
          <TimeFact name="Reported" at={delivery.eventAt} />
        </dl>
      )}
      <div className="mt-4">{user === null && <AddressData address={address} />}</div>
    </CaseView>
  );
}

function Empty({ address, state }: MailSearch) {
  if (address !== undefined && !isAddress(address)) {
    return <Notice title="Type a whole address" />;
  }
  if (address !== undefined) {
    return (
      <Notice title={`No mail to ${address}`}>
        The list has the mail of the last 90 days, or of the last day if nobody ever
        signed in with this address.
      </Notice>
    );
  }
  return state === 'failed' ? (
    <Notice title="No failed mail in the last 7 days" />
  ) : (
    <Notice title="No mail is waiting" />
  );
}

export function MailPage() {
  const { address: typed, state = 'waiting' } = route.useSearch();
  const address = typed && readAddress(typed);
  const navigate = useNavigate();
  const asked = given({ address, state });
  const list = useMail(asked);
  const rows = list.data?.pages.flatMap(({ data }) => data.deliveries) ?? [];
  const focus = useListFocus('mail', rows);
  const { row } = focus;
  const shown = row?.address ?? (address && isAddress(address) ? address : undefined);
  const isTyping = address !== undefined && !isAddress(address);
  return (
    <MailList
      tabs={
        <Tabs label="State">
          <Tab to="/mail" search={{}}>
            Waiting
          </Tab>
          <Tab to="/mail" search={{ state: 'failed' }}>
            Failed
          </Tab>
        </Tabs>
      }
      search={{
        label: 'Look up an address',
        value: typed ?? '',
        onSearch: (text) =>
          void navigate({
            to: '/mail',
            search: given({ address: text.trim() || undefined }),
            replace: true,
          }),
        maxLength: 254,
        help: 'A whole email address. It need not have an account.',
      }}
      drawCase={() =>
        shown !== undefined && (
          <MailCase
            key={shown}
            address={shown}
            isAlone={address !== undefined}
            delivery={row}
          />
        )
      }
      // While an address is typed, there is nothing to load.
      query={isTyping ? { ...list, data: null } : list}
      rows={rows}
      focus={focus}
      empty={<Empty {...asked} />}
    />
  );
}
