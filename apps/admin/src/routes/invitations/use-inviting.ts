import type { ListedLine } from '@namecard/client';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useAct } from '../../moderation/use-act.ts';
import { checkLines, inviteLines, type Judged, newAction } from './inviting.ts';

export type Progress = {
  through: number;
  of: number;
  /** People whom earlier parts of the action invited. */
  before: number;
  invited: number;
};

const none: Progress = { through: 0, of: 0, before: 0, invited: 0 };

/** Those who were to be invited and are by now, though an answer may have been lost. */
function invitedSince(lines: readonly Judged[], judged: readonly Judged[]): number {
  const asked = new Set(
    lines.flatMap(({ state, email }) => (state === 'accepted' ? [email] : [])),
  );
  return judged.filter(({ state, email }) => state === 'invited' && asked.has(email))
    .length;
}

export function useInviting() {
  const action = useRef(newAction());
  const [lines, setLines] = useState<Judged[]>();
  const [progress, setProgress] = useState(none);
  const check = useMutation({
    mutationFn: (given: readonly ListedLine[]) => {
      setProgress((now) => ({ ...now, through: 0, of: given.length }));
      return checkLines(given, action.current, (through) =>
        setProgress((now) => ({ ...now, through })),
      );
    },
    onSuccess: (judged) => {
      const before = progress.before + invitedSince(lines ?? [], judged);
      setLines(judged);
      setProgress({ ...none, before, invited: before });
      send.reset();
    },
  });
  const send = useAct({
    // After a failure it goes on where it stopped.
    mutationFn: (given: readonly ListedLine[]) => {
      const { before } = progress;
      const of = given.length;
      const first = progress.of === of ? progress.through : 0;
      setProgress((now) => ({ ...now, of, through: first }));
      const part = { action: action.current, first, total: before + of };
      return inviteLines(given, part, (through, invited) =>
        setProgress((now) => ({ ...now, through, invited: now.invited + invited })),
      );
    },
  });
  const begin = () => {
    action.current = newAction();
    setLines(undefined);
    setProgress(none);
    check.reset();
    send.reset();
  };
  return { action: action.current, lines, progress, check, send, begin };
}
