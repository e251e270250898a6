import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Eye, EyeOff } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { toastDone, toastFailed } from '../../components/toast.tsx';
import { explain, failureOf } from '../../failure.ts';
import { trpc } from '../../trpc.ts';

/** Hides a profile or restores it, and reads the list again. */
function useModerate(username: string) {
  const queryClient = useQueryClient();
  const readAgain = () => queryClient.invalidateQueries(trpc.profiles.list.queryFilter());
  const onError = (error: unknown) => {
    const failure = failureOf(error);
    if (failure.reason === 'TOKEN_INVALID') {
      return;
    }
    toastFailed(`${username} was not changed`, explain(failure));
    if (failure.reason === 'ROLE_MISSING') {
      void queryClient.invalidateQueries(trpc.users.me.queryFilter());
    }
    void readAgain();
  };
  const told = (title: string) => () => {
    toastDone(title);
    return readAgain();
  };
  const hide = useMutation(
    trpc.profiles.hide.mutationOptions({ onError, onSuccess: told(`${username} is hidden`) }),
  );
  const restore = useMutation(
    trpc.profiles.restore.mutationOptions({ onError, onSuccess: told(`${username} is restored`) }),
  );
  return { hide, restore, busy: hide.isPending || restore.isPending };
}

type ModerateButtonProps = { username: string; hidden: boolean };

export function ModerateButton({ username, hidden }: ModerateButtonProps) {
  const { hide, restore, busy } = useModerate(username);
  const {
    act,
    label,
    icon: Icon,
  } = hidden
    ? { act: restore, label: 'Restore', icon: Eye }
    : { act: hide, label: 'Hide', icon: EyeOff };
  return (
    <Button
      busy={busy}
      aria-label={`${label} ${username}`}
      onClick={() => act.mutate({ username })}
      className="w-26"
    >
      <Icon aria-hidden size={15} />
      <span>{label}</span>
    </Button>
  );
}
