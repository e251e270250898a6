import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useAct } from '../../moderation/use-act.ts';
import {
  checkLines,
  inviteLines,
  type Judged,
  type Line,
  newAction,
} from './inviting.ts';

export type Progress = {
  through: number;
  of: number;
  /** All people of the action, also those that an earlier part of it invited. */
  total: number;
  invited: number;
};

const none: Progress = { through: 0, of: 0, total: 0, invited: 0 };

export function useInviting() {
  const action = useRef(newAction());
  const [lines, setLines] = useState<Judged[]>();
  const [progress, setProgress] = useState(none);
  const check = useMutation({
    mutationFn: (given: readonly Line[]) => {
      setProgress(({ invited }) => ({ ...none, invited, of: given.length }));
      return checkLines(given, action.current, (through) =>
        setProgress((now) => ({ ...now, through })),
      );
    },
    onSuccess: (judged) => {
      setLines(judged);
      setProgress(({ invited }) => ({ ...none, invited }));
      send.reset();
    },
  });
  const send = useAct({
    // After a failure it goes on where it stopped.
    mutationFn: (given: readonly Line[]) => {
      const {
        of,
        through: first,
        total,
      } = progress.of === given.length
        ? progress
        : { of: given.length, through: 0, total: progress.invited + given.length };
      setProgress((now) => ({ ...now, of, through: first, total }));
      const part = { action: action.current, first, total };
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
