import { useMutation } from '@tanstack/react-query';
import { clsx } from 'clsx';
import {
  ArrowRight,
  Calculator,
  DatabaseBackup,
  Download,
  Eye,
  EyeOff,
  FlaskConical,
  KeyRound,
  LogOut,
  MailCheck,
  MailX,
  RefreshCw,
  ShieldCheck,
  Undo2,
  UserCheck,
  UserRoundX,
  UserX,
  Webhook,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { When } from '../../components/date-time.tsx';
import { undoAction, undoEvent } from '../actions.ts';
import { deviceName } from '../device.ts';
import { reasonName } from '../reasons.ts';
import { changesOf } from './changes.ts';
import { Sentence } from './sentence.tsx';
import { summaryOf, type AuditEvent, type AuditEventType } from './vocabulary.ts';

const signs: Readonly<Record<AuditEventType, { icon: LucideIcon; tone: string }>> = {
  'profile.hidden': { icon: EyeOff, tone: 'bg-warn-soft text-warn' },
  'profile.restored': { icon: Eye, tone: 'bg-good-soft text-good' },
  'user.suspended': { icon: UserX, tone: 'bg-bad-soft text-bad' },
  'user.unsuspended': { icon: UserCheck, tone: 'bg-good-soft text-good' },
  'user.role_changed': { icon: ShieldCheck, tone: 'bg-accent-soft text-accent-ink' },
  'user.erased': { icon: UserRoundX, tone: 'bg-bad-soft text-bad' },
  'user.exported': { icon: Download, tone: 'bg-sunken text-soft' },
  'session.revoked': { icon: LogOut, tone: 'bg-sunken text-soft' },
  'address.cleared': { icon: MailCheck, tone: 'bg-sunken text-soft' },
  'user.test_signed_in': { icon: FlaskConical, tone: 'bg-sunken text-soft' },
  'mail.retried': { icon: RefreshCw, tone: 'bg-sunken text-soft' },
  'key.created': { icon: KeyRound, tone: 'bg-sunken text-soft' },
  'key.ended': { icon: KeyRound, tone: 'bg-sunken text-soft' },
  'webhook.created': { icon: Webhook, tone: 'bg-sunken text-soft' },
  'webhook.changed': { icon: Webhook, tone: 'bg-sunken text-soft' },
  'webhook.ended': { icon: Webhook, tone: 'bg-sunken text-soft' },
  'webhook.tested': { icon: Webhook, tone: 'bg-sunken text-soft' },
  'webhook.resent': { icon: Webhook, tone: 'bg-sunken text-soft' },
  'address.suppressed': { icon: MailX, tone: 'bg-warn-soft text-warn' },
  'counts.repaired': { icon: Calculator, tone: 'bg-sunken text-soft' },
  'secret.rotated': { icon: KeyRound, tone: 'bg-sunken text-soft' },
  'database.restored': { icon: DatabaseBackup, tone: 'bg-warn-soft text-warn' },
  'database.moved': { icon: DatabaseBackup, tone: 'bg-sunken text-soft' },
  'database.backed_up': { icon: DatabaseBackup, tone: 'bg-sunken text-soft' },
};

function Changes({ event }: { event: AuditEvent }) {
  return changesOf(event).map(({ name, from, to }) => (
    <span key={name} className="inline-flex flex-wrap items-center gap-x-1.5">
      <span className="sr-only">{name}:</span>
      <span className="wrap-anywhere">{from}</span>
      <ArrowRight aria-hidden size={13} className="shrink-0" />
      <span className="sr-only">became</span>
      <span className="wrap-anywhere text-soft">{to}</span>
    </span>
  ));
}

function Note({ name, text }: { name: string; text: string }) {
  return (
    <div className="border-l-2 border-line-strong pl-3 text-[0.8125rem]">
      <dt className="text-xs text-muted">{name}</dt>
      <dd dir="auto" className="whitespace-pre-wrap wrap-anywhere text-soft">
        {text}
      </dd>
    </div>
  );
}

function Notes({ subject, note, privateNote }: AuditEvent) {
  return note === null && privateNote === null ? null : (
    <dl className="mt-2 flex flex-col gap-2">
      {note !== null && (
        <Note
          name={subject.kind === 'profile' ? 'To the owner' : 'To the user'}
          text={note}
        />
      )}
      {privateNote !== null && <Note name="Private" text={privateNote} />}
    </dl>
  );
}

type UndoButtonProps = { name: string; label?: string; undo: () => Promise<void> };

export function UndoButton({ name, label = 'Undo', undo }: UndoButtonProps) {
  const { isPending, mutate } = useMutation({ mutationFn: undo });
  return (
    <Button
      data-undo
      busy={isPending}
      aria-label={`${label}: ${name}`}
      onClick={() => mutate()}
    >
      <Undo2 aria-hidden size={15} />
      <span>{label}</span>
    </Button>
  );
}

type EntryProps = {
  /** What was done, when, from where and why. */
  event: AuditEvent;
  sentence: ReactNode;
  /** How much of it is undone: "Undone". */
  undone: string | undefined;
  isFaded: boolean;
  undo: ReactNode;
  children?: ReactNode;
};

/** An entry of the history. */
export function Entry({ event, sentence, undone, isFaded, undo, children }: EntryProps) {
  const { icon: Icon, tone } = signs[event.type];
  const { ip } = event.from;
  const device = deviceName(event.from);
  return (
    <li
      data-entry
      tabIndex={-1}
      className="scroll-my-30 focus-within:shadow-[inset_3px_0_0_var(--accent)] focus-visible:-outline-offset-2"
    >
      <div className="flex gap-3 px-4 py-3.5 max-sm:flex-wrap sm:px-5">
        <span
          className={clsx(
            'mt-0.5 grid size-8 shrink-0 place-items-center rounded-full',
            isFaded ? 'bg-sunken text-muted' : tone,
          )}
        >
          <Icon aria-hidden size={16} />
        </span>
        <div className="min-w-0 flex-1 max-sm:basis-[calc(100%-3rem)]">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <p className="text-sm text-pretty text-soft">{sentence}</p>
            {event.reason !== null && (
              <Badge tone="neutral">{reasonName(event.reason)}</Badge>
            )}
            {event.undoes !== null && <Badge tone="accent">Undo</Badge>}
            {undone !== undefined && <Badge tone="warn">{undone}</Badge>}
          </div>
          <p className="mt-1 flex flex-wrap gap-x-3 gap-y-0.5 text-[0.8125rem] text-muted">
            <When at={event.at} />
            <Changes event={event} />
            <span className="wrap-anywhere">
              from {[ip, device].filter((part) => part !== undefined).join(', ')}
            </span>
          </p>
          <Notes {...event} />
        </div>
        <div className="max-sm:ml-11 empty:hidden">{undo}</div>
      </div>
      {children}
    </li>
  );
}

/** Undoes one event, where that is possible. */
export function EventUndo({ event }: { event: AuditEvent }) {
  const { id, action, actionEvents, canUndo } = event;
  const title = summaryOf(event);
  const undo = () =>
    actionEvents === 1 ? undoAction({ id: action, title }) : undoEvent(id, title);
  return canUndo && <UndoButton name={title} undo={undo} />;
}

/** One event with its changes and notes, and a button to undo it where that is possible. */
export function EventItem({ event }: { event: AuditEvent }) {
  const isUndone = event.undoneBy !== null;
  return (
    <Entry
      event={event}
      sentence={<Sentence event={event} />}
      undone={isUndone ? 'Undone' : undefined}
      isFaded={isUndone}
      undo={<EventUndo event={event} />}
    />
  );
}
