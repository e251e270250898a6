import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { buttonStyle } from '../../../components/button.tsx';
import { useShortcut } from '../../../keyboard.ts';
import {
  lastList,
  neighboursOf,
  rememberProfile,
} from '../../../moderation/profiles/list.ts';

const group = 'Profile';

type StepProps = { username: string | undefined; label: string; keys: string };

/** A link to the next or previous profile of the list; disabled where there is none. */
function Step({ username, label, keys }: StepProps) {
  const navigate = useNavigate();
  const Icon = keys === 'j' ? ChevronRight : ChevronLeft;
  useShortcut({
    keys,
    label,
    group,
    when: username !== undefined,
    run: () => {
      if (username !== undefined) {
        void navigate({ to: '/profiles/$username', params: { username } });
      }
    },
  });
  return username === undefined ? (
    <span
      aria-hidden
      className={`${buttonStyle({ size: 'icon' })} opacity-45 shadow-none`}
    >
      <Icon size={16} />
    </span>
  ) : (
    <Link
      to="/profiles/$username"
      params={{ username }}
      aria-label={`${label}: ${username}`}
      title={`${label} (${keys.toUpperCase()})`}
      className={buttonStyle({ size: 'icon' })}
    >
      <Icon aria-hidden size={16} />
    </Link>
  );
}

/** Links back to the last list, and to the next and previous profile in it. */
export function Neighbours({ username }: { username: string }) {
  const { search } = lastList.get();
  const neighbours = neighboursOf(username);
  const id = neighbours?.profile.id;
  useEffect(() => {
    if (id !== undefined) {
      rememberProfile(id);
    }
  }, [id]);
  return (
    <nav
      aria-label="Profiles"
      className="flex h-5 items-center justify-between gap-4 pointer-coarse:h-11"
    >
      <Link
        to="/profiles"
        search={search}
        activeOptions={{ exact: true }}
        className="-ml-1 inline-flex items-center gap-1.5 rounded-md px-1 text-[0.8125rem] font-medium text-muted hover:text-ink pointer-coarse:min-h-11"
      >
        <ArrowLeft aria-hidden size={15} /> Profiles
      </Link>
      {neighbours && (
        <div className="flex gap-1.5">
          <Step
            username={neighbours.previous?.username}
            label="Previous profile"
            keys="k"
          />
          <Step username={neighbours.next?.username} label="Next profile" keys="j" />
        </div>
      )}
    </nav>
  );
}
