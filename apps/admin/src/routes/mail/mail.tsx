import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Input } from '../../components/input.tsx';
import { Section } from '../../components/section.tsx';
import { backLinkStyle } from '../../components/styles.ts';
import { AdminsOnly } from '../../frame/admins-only.tsx';
import { useShortcut } from '../../keyboard.ts';
import { Suppressed } from '../../moderation/mail/suppressed.tsx';
import { useTitle } from '../../title.ts';
import { trpc } from '../../trpc.ts';
import { MailList } from './mail-list.tsx';

const route = getRouteApi('/mail');

/** Asks for an address; an account is not needed. */
function LookUp({ address }: { address: string }) {
  const [typed, setTyped] = useState(address);
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  useShortcut({
    keys: '[Shift]+/',
    label: 'Look up an address',
    run: () => field.current?.focus(),
  });
  return (
    <form
      role="search"
      className="mt-4 flex max-w-xl items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = typed.trim();
        void navigate({ to: '/mail', search: wanted === '' ? {} : { address: wanted } });
      }}
    >
      <div className="min-w-0 flex-1">
        <Field label="Email address, with or without an account">
          <Input
            ref={field}
            size="small"
            inputMode="email"
            enterKeyHint="search"
            value={typed}
            onValueChange={setTyped}
            maxLength={254}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
      </div>
      <Button type="submit" className="h-9">
        Look up
      </Button>
    </form>
  );
}

/** All mail to one address, whether anybody has an account with it or not. */
function MailTo({ address }: { address: string }) {
  const inspected = useQuery(trpc.moderation.mail.inspect.queryOptions({ address }));
  const { user, isSuppressed } = inspected.data?.data ?? {};
  return (
    <Section
      title={`Mail to ${address}`}
      aside={
        user ? (
          <Link
            to="/users/$id"
            params={{ id: user.id }}
            className="-mr-1 shrink-0 rounded-md px-1 text-[0.8125rem] font-medium text-accent-ink hover:underline"
          >
            Open the user
          </Link>
        ) : (
          user === null && (
            <span className="shrink-0 text-[0.8125rem] text-muted">No account</span>
          )
        )
      }
    >
      {isSuppressed && <Suppressed address={address} />}
      <MailList query={{ address }} empty="No mail was asked for lately." />
    </Section>
  );
}

function Content() {
  const { address } = route.useSearch();
  useTitle('Mail');
  return (
    <>
      {address !== undefined && (
        <Link to="/mail" className={backLinkStyle}>
          <ArrowLeft aria-hidden size={15} /> Waiting and failed mail
        </Link>
      )}
      <h1 className="text-2xl font-semibold tracking-tight">Mail</h1>
      <LookUp key={address} address={address ?? ''} />
      <div className="mt-6 grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        {address === undefined ? (
          <>
            <Section title="Waiting to be sent">
              <MailList query={{ state: 'waiting' }} empty="None." />
            </Section>
            <Section title="Did not arrive in the last 7 days">
              <MailList
                query={{ state: 'failed' }}
                empty="All of it arrived, as far as the provider has reported."
              />
            </Section>
          </>
        ) : (
          <div className="lg:col-span-2">
            <MailTo address={address} />
          </div>
        )}
      </div>
    </>
  );
}

/** Mail by address, and without one what waits or did not arrive. */
export const MailPage = () => (
  <AdminsOnly>
    <Content />
  </AdminsOnly>
);
