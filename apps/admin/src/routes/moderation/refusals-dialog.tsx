import { useRef, type RefObject } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../../components/dialog.tsx';
import { undoAct } from './acts.ts';
import { dismissRefusals, useRefusals, type Refusals } from './refusals.ts';

type RefusalListProps = Refusals & { done: RefObject<HTMLButtonElement | null> };

function RefusalList({ refused, undoes, done }: RefusalListProps) {
  const undo = () => {
    dismissRefusals();
    if (undoes !== null) {
      void undoAct(undoes);
    }
  };
  return (
    <>
      <DialogBody>
        <ul aria-label="Refused" className="divide-y divide-line">
          {refused.map(({ id, label, refusal }) => (
            <li key={id} className="py-2.5 first:pt-0 last:pb-0">
              <p className="font-medium wrap-anywhere text-ink">{label ?? 'A deleted profile'}</p>
              <p className="text-[0.8125rem] text-pretty wrap-anywhere text-muted">
                {refusal.message}
              </p>
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogActions>
        {undoes !== null && (
          <Button size="medium" onClick={undo}>
            Undo the rest
          </Button>
        )}
        <Button ref={done} size="medium" variant="solid" onClick={dismissRefusals}>
          Done
        </Button>
      </DialogActions>
    </>
  );
}

/** Says which rows of the last act were refused and why, where any were. Drawn once, around the pages. */
export function RefusalsDialog() {
  const { refusals, isOpen } = useRefusals();
  const done = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={isOpen}
      initialFocus={done}
      onOpenChange={dismissRefusals}
      title={refusals?.title ?? ''}
      description="Somebody else was there first. These were left as they are:"
    >
      {refusals && <RefusalList {...refusals} done={done} />}
    </Dialog>
  );
}
