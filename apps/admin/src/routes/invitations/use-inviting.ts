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

export type Progress = { through: number; of: number; invited: number };

const none: Progress = { through: 0, of: 0, invited: 0 };

export function useInviting() {
  const action = useRef(newAction());
  const [lines, setLines] = useState<Judged[]>();
  const [progress, setProgress] = useState(none);
  const check = useMutation({
    mutationFn: (given: readonly Line[]) => {
      setProgress({ ...none, of: given.length });
      return checkLines(given, action.current, (through) =>
        setProgress((now) => ({ ...now, through })),
      );
    },
    onSuccess: (judged) => {
      setLines(judged);
      setProgress(none);
    },
  });
  const send = useAct({
    // After a failure it goes on where it stopped.
    mutationFn: (given: readonly Line[]) => {
      const first = progress.of === given.length ? progress.through : 0;
      setProgress((now) => ({ ...now, of: given.length, through: first }));
      return inviteLines(given, { action: action.current, first }, (through, invited) =>
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
