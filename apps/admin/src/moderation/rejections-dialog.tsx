import { useRef, type RefObject } from 'react';
import { Button } from '../components/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../components/dialog.tsx';
import { useStore } from '../store.ts';
import { undoAction } from './actions.ts';
import { dismissRejections, rejections, type Rejections } from './rejections.ts';

type RejectionListProps = Rejections & { close: RefObject<HTMLButtonElement | null> };

function RejectionList({ rejected, done, close }: RejectionListProps) {
  const undo = () => {
    dismissRejections();
    if (done !== null) {
      void undoAction(done);
    }
  };
  return (
    <>
      <DialogBody>
        <ul aria-label="Rejected" className="divide-y divide-line">
          {rejected.map(({ id, label, error }) => (
            <li key={id} className="py-2.5 first:pt-0 last:pb-0">
              <p className="font-medium wrap-anywhere text-ink">
                {label ?? 'A deleted profile'}
              </p>
              <p className="text-sm text-pretty wrap-anywhere text-muted">
                {error.message}
              </p>
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogActions>
        {done !== null && (
          <Button size="medium" onClick={undo}>
            Undo the rest
          </Button>
        )}
        <Button ref={close} size="medium" variant="solid" onClick={dismissRejections}>
          Done
        </Button>
      </DialogActions>
    </>
  );
}

/**
 * Lists the rows that the last action did not change, and why. Rendered once,
 * around the pages.
 */
export function RejectionsDialog() {
  const { latest, isOpen } = useStore(rejections, (shown) => shown);
  const close = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={isOpen}
      initialFocus={close}
      onOpenChange={dismissRejections}
      title={latest?.title ?? ''}
      description="Somebody else was faster. These were not changed:"
    >
      {latest && <RejectionList {...latest} close={close} />}
    </Dialog>
  );
}
