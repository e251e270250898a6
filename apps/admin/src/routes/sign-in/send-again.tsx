import type { SignInHook } from '@namecard/client/react';
import { useTransition } from 'react';
import { Button } from '../../components/button.tsx';

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

export function SendAgain({ signIn }: { signIn: SignInHook }) {
  const { mails, resendIn } = signIn;
  const [isSending, startSending] = useTransition();
  return (
    <div className="flex items-center justify-between gap-3">
      <p role="status" className="text-sm text-muted">
        {mails > 1
          ? 'Sent again. It may take a minute.'
          : 'No mail? Look in your spam folder too.'}
      </p>
      <Button
        variant="quiet"
        busy={isSending}
        disabled={resendIn > 0}
        onClick={() => startSending(signIn.sendAgain)}
        className="-mr-3 tabular-nums"
      >
        {resendIn > 0 ? `Send again in ${clock(resendIn)}` : 'Send again'}
      </Button>
    </div>
  );
}
