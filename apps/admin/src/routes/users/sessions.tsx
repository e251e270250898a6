import { Laptop } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { When } from '../../components/date-time.tsx';
import { Section, SectionNote } from '../../components/section.tsx';
import { ConfirmDialog } from '../../moderation/confirm-dialog.tsx';
import { deviceName } from '../../moderation/device.ts';
import { useEndSession, useEndSessions } from './actions.ts';

import type { ManagedUser, UserSession } from './vocabulary.ts';

const nameOf = (session: UserSession) => deviceName(session) ?? 'Unknown device';

function SessionItem({ user, session }: { user: ManagedUser; session: UserSession }) {
  const [asks, setAsks] = useState(false);
  const end = useEndSession({ onDone: () => setAsks(false) });
  return (
    <li className="flex items-center gap-3 px-4 py-3 sm:px-5">
      <Laptop aria-hidden size={17} className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium">{nameOf(session)}</p>
        <p className="text-[0.8125rem] text-muted">
          Used <When at={session.lastUsedAt} />, begun <When at={session.createdAt} />
        </p>
      </div>
      {user.canBeActedOn && (
        <Button
          aria-label={`End the session (${nameOf(session)})`}
          onClick={() => setAsks(true)}
        >
          End…
        </Button>
      )}
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={`End the session (${nameOf(session)})?`}
        confirm="End the session"
        busy={end.isPending}
        error={end.error}
        onConfirm={() => end.mutate({ id: user.id, session: session.id })}
      >
        {user.email} is signed out there at once, and has to ask for a new code. That
        can’t be undone.
      </ConfirmDialog>
    </li>
  );
}

type SessionsProps = { user: ManagedUser; sessions: readonly UserSession[] };

/** Where a user is signed in, with buttons to end that. */
export function Sessions({ user, sessions }: SessionsProps) {
  const [asks, setAsks] = useState(false);
  const endAll = useEndSessions({ onDone: () => setAsks(false) });
  return (
    <Section
      title="Sessions"
      aside={
        user.canBeActedOn &&
        sessions.length > 1 && (
          <Button variant="quiet" className="-mr-2" onClick={() => setAsks(true)}>
            End all…
          </Button>
        )
      }
    >
      {sessions.length === 0 ? (
        <SectionNote>Not signed in anywhere.</SectionNote>
      ) : (
        <ul aria-label="Sessions" className="divide-y divide-line">
          {sessions.map((session) => (
            <SessionItem key={session.id} user={user} session={session} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={`End all ${sessions.length} sessions?`}
        confirm="End all sessions"
        busy={endAll.isPending}
        error={endAll.error}
        onConfirm={() => endAll.mutate({ id: user.id })}
      >
        {user.email} is signed out everywhere at once. That can’t be undone.
      </ConfirmDialog>
    </Section>
  );
}
