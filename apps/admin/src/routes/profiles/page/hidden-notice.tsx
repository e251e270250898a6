import { useQuery } from '@tanstack/react-query';
import { EyeOff } from 'lucide-react';
import { When } from '../../../components/date-time.tsx';
import { actorName } from '../../../moderation/history/vocabulary.ts';
import { reasonName } from '../../../moderation/reasons.ts';
import { trpc } from '../../../trpc.ts';
import { useWho } from '../../../who.ts';

function Note({ name, text }: { name: string; text: string | null }) {
  return text === null ? null : (
    <p className="mt-1.5">
      <span className="text-[0.8125rem]">{name}:</span>{' '}
      <bdi className="wrap-anywhere whitespace-pre-wrap text-ink">{text}</bdi>
    </p>
  );
}

/** Says who hid the profile, when and why. */
export function HiddenNotice({ id }: { id: string }) {
  const who = useWho();
  const newest = useQuery(
    trpc.audit.list.queryOptions({ profileId: id, type: 'profile.hidden', limit: 1 }),
  );
  const [event] = newest.data?.data.events ?? [];
  if (!event) {
    return null;
  }
  const { actor, at, reason, note, privateNote } = event;
  const named = actorName(event);
  const others = actor?.email ?? named.charAt(0).toLowerCase() + named.slice(1);
  const by = actor?.id === who.id ? 'you' : others;
  return (
    <section
      aria-label="Why it is hidden"
      className="mt-5 flex gap-2.5 rounded-xl bg-warn-soft px-4 py-3 text-sm text-warn sm:px-5"
    >
      <EyeOff aria-hidden size={16} className="mt-0.5 shrink-0" />
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <span className="font-medium">Hidden by {by}</span>, <When at={at} />
          {reason !== null && ` · ${reasonName(reason)}`}
        </p>
        <Note name="To the owner" text={note} />
        <Note name="Private" text={privateNote} />
      </div>
    </section>
  );
}
