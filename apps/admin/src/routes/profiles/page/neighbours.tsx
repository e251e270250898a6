import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { buttonStyle } from '../../../components/button.tsx';
import { useTitled } from '../../../components/icon-button.tsx';
import { useShortcut } from '../../../keyboard.ts';
import { rememberRow } from '../../../components/list/list-focus.ts';
import { neighboursOf } from '../../../moderation/profiles/list.ts';

const group = 'Profile';

type StepProps = { username: string | undefined; label: string; keys: string };

function Step({ username, label, keys }: StepProps) {
  const navigate = useNavigate();
  const title = useTitled(label, keys);
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
  return (
    username !== undefined && (
      <Link
        to="/profiles/$username"
        params={{ username }}
        aria-label={`${label}: ${username}`}
        title={title}
        className={buttonStyle({ size: 'icon', variant: 'quiet' })}
      >
        <Icon aria-hidden size={16} />
      </Link>
    )
  );
}

export function Neighbours({ username }: { username: string }) {
  const neighbours = neighboursOf(username);
  const id = neighbours?.profile.id;
  useEffect(() => {
    if (id !== undefined) rememberRow('profiles', id);
  }, [id]);
  return (
    neighbours && (
      <>
        <Step
          username={neighbours.previous?.username}
          label="Previous profile"
          keys="k"
        />
        <Step username={neighbours.next?.username} label="Next profile" keys="j" />
      </>
    )
  );
}
