import { Button } from '../../components/button.tsx';
import { When } from '../../components/date-time.tsx';
import { Section } from '../../components/section.tsx';
import { toastDone } from '../../components/toast.tsx';
import { DialogForm } from '../../frame/dialog-form.tsx';
import { type DialogState, useAsked } from '../../frame/use-asked.tsx';
import { deviceName } from '../../moderation/device.ts';
import { useAct } from '../../moderation/use-act.ts';
import type { ManagedUser, UserSession } from '../../moderation/users/vocabulary.ts';
import { trpc } from '../../trpc.ts';

const nameOf = (session: UserSession) => deviceName(session) ?? 'Unknown device';

type SessionsProps = { user: ManagedUser; sessions: readonly UserSession[] };

type EndDialogProps = SessionsProps & DialogState & { asked: UserSession | 'all' };

function EndDialog({ user: { id, email }, sessions, asked, ...dialog }: EndDialogProps) {
  const { endSession, endSessions } = trpc.moderation.users;
  const ending = (done: string) => ({
    onSuccess: () => void toastDone(done),
  });
  const endOne = useAct(
    endSession.mutationOptions(ending(`A session of ${email} was ended`)),
  );
  const endAll = useAct(
    endSessions.mutationOptions(ending(`${email} is signed out everywhere`)),
  );
  return (
    <DialogForm
      {...dialog}
      title={
        asked === 'all'
          ? `End all ${sessions.length} sessions?`
          : `End the session (${nameOf(asked)})?`
      }
      description={`${email} is signed out there at once, and has to ask for a new code. This can’t be undone.`}
      confirm={asked === 'all' ? 'End all sessions' : 'End session'}
      act={asked === 'all' ? endAll : endOne}
      onSubmit={() => {
        if (asked === 'all') endAll.mutate({ id });
        else endOne.mutate({ id, session: asked.id });
      }}
    />
  );
}

export function Sessions({ user, sessions }: SessionsProps) {
  const { ask, draw } = useAsked<UserSession | 'all'>();
  if (sessions.length === 0) return null;
  const { canBeActedOn } = user;
  return (
    <Section
      title="Sessions"
      aside={
        canBeActedOn &&
        sessions.length > 1 && (
          <Button variant="quiet" onClick={() => ask('all')}>
            End all
          </Button>
        )
      }
    >
      <ul aria-label="Sessions">
        {sessions.map((session) => (
          <li key={session.id} className="flex items-center gap-3 py-0.5">
            <p className="min-w-0 flex-1">
              {nameOf(session)}{' '}
              <span className="text-xs text-muted">
                · Used <When at={session.lastUsedAt} />
              </span>
            </p>
            {canBeActedOn && (
              <Button
                variant="quiet"
                aria-label={`End the session (${nameOf(session)})`}
                onClick={() => ask(session)}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
      {draw((asked, dialog) => (
        <EndDialog user={user} sessions={sessions} asked={asked} {...dialog} />
      ))}
    </Section>
  );
}
