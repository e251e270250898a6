import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { counted, inDigits } from '../../components/count.ts';
import { Button, buttonStyle } from '../../components/button.tsx';
import { Said } from '../../components/said.tsx';
import { CasePage } from '../../frame/page.tsx';
import { useTitle } from '../../title.ts';
import { useAct } from '../../moderation/use-act.ts';
import { trpc } from '../../trpc.ts';
import type { Judged } from './inviting.ts';
import { Lines } from './lines.tsx';
import { Paste } from './paste.tsx';
import { type Progress, useInviting } from './use-inviting.ts';
import { Failed } from '../../frame/failed.tsx';

const people = (count: number) => counted(count, 'person', 'people');

const Bar = ({ progress: { through, of } }: { progress: Progress }) => (
  <p className="text-muted">
    <progress
      max={of}
      value={through}
      aria-label="Progress"
      className="mr-2 align-middle"
    />
    {inDigits(through)} of {inDigits(of)} lines
  </p>
);

type CheckedProps = ReturnType<typeof useInviting> & { judged: Judged[] };

function Checked({ judged, progress, check, send, begin }: CheckedProps) {
  const [mended, setMended] = useState<ReadonlyMap<number, string>>(new Map());
  const accepted = judged.filter(({ state }) => state === 'accepted');
  const isBegun = send.isPending || progress.invited > 0;
  const checkAgain = () => {
    const next = judged.map((line, index) => ({
      ...line,
      email: mended.get(index) ?? line.email,
    }));
    check.mutate(
      next.filter(({ email }) => email.trim() !== ''),
      { onSuccess: () => setMended(new Map()) },
    );
  };
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <Button
          variant="solid"
          size="medium"
          busy={send.isPending}
          disabled={accepted.length === 0 || mended.size > 0 || check.isPending}
          onClick={() => send.mutate(accepted)}
        >
          {send.error && isBegun ? 'Go on' : `Invite ${people(accepted.length)}`}
        </Button>
        {mended.size > 0 && (
          <Button size="medium" busy={check.isPending} onClick={checkAgain}>
            Check again
          </Button>
        )}
        <Button size="medium" disabled={send.isPending} onClick={begin}>
          Another list
        </Button>
      </div>
      {(send.isPending || check.isPending) && <Bar progress={progress} />}
      <Failed error={send.error} />
      <Failed error={check.error} />
      <Said
        text={`${people(accepted.length)} to invite, of ${counted(judged.length, 'line')}`}
      />
      <Lines
        lines={judged}
        mended={mended}
        onMend={(index, email) =>
          setMended((before) => new Map(before).set(index, email))
        }
      />
    </>
  );
}

function Done({ progress, action, begin }: ReturnType<typeof useInviting>) {
  const undo = useAct(trpc.moderation.undo.mutationOptions());
  const outcome = undo.isSuccess
    ? 'The unused invitations are withdrawn'
    : `${people(progress.invited)} invited`;
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-lg font-semibold">{outcome}</p>
      <Said text={outcome} />
      {!undo.isSuccess && (
        <p className="text-muted">Each gets one mail. 1,000 leave in an hour.</p>
      )}
      <Failed error={undo.error} />
      <div className="flex flex-wrap gap-2">
        <Link to="/invitations" className={buttonStyle({ size: 'medium' })}>
          See the invited
        </Link>
        <Button size="medium" onClick={begin}>
          Invite more
        </Button>
        {!undo.isSuccess && progress.invited > 0 && (
          <Button
            size="medium"
            busy={undo.isPending}
            onClick={() => undo.mutate({ action })}
          >
            Undo
          </Button>
        )}
      </div>
    </div>
  );
}

export function InvitePage() {
  useTitle('Invite people');
  const inviting = useInviting();
  const { lines, progress, check, send } = inviting;
  return (
    <CasePage back="Invitations" to="/invitations">
      <div className="flex flex-col gap-3 px-4 py-4 md:px-6">
        <h1 className="text-lg font-semibold">Invite people</h1>
        {lines === undefined && (
          <>
            <Paste onRead={(read) => check.mutate(read)} busy={check.isPending} />
            {check.isPending && <Bar progress={progress} />}
            <Failed error={check.error} />
          </>
        )}
        {lines !== undefined && !send.isSuccess && (
          <Checked {...inviting} judged={lines} />
        )}
        {send.isSuccess && <Done {...inviting} />}
      </div>
    </CasePage>
  );
}
