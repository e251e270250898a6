import type { ReactNode } from 'react';
import { Alert } from '../components/alert.tsx';
import { Button } from '../components/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../components/dialog.tsx';
import { explain, failureOf } from '../failure.ts';

type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Says what follows, and that it can't be undone. */
  children: ReactNode;
  confirm: string;
  busy: boolean;
  error: unknown;
  onConfirm: () => void;
};

/** Asks before something is done that can't be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, children, confirm, busy, error, onConfirm } = props;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title}>
      <DialogBody>
        <p className="text-pretty text-soft">{children}</p>
        {Boolean(error) && <Alert tone="bad">{explain(failureOf(error))}</Alert>}
      </DialogBody>
      <DialogActions>
        <Button size="medium" onClick={() => onOpenChange(false)}>
          Cancel
        </Button>
        <Button size="medium" variant="solid" busy={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
