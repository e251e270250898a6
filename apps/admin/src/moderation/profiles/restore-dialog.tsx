import { ReasonDialog } from '../reason-dialog.tsx';

type RestoreDialogProps = {
  /** "ann", "12 profiles". */
  what: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: (notes: { note: string | null; privateNote: string | null }) => void;
};

export const RestoreDialog = ({ what, onConfirm, ...dialog }: RestoreDialogProps) => (
  <ReasonDialog
    {...dialog}
    title={`Restore ${what}`}
    confirm="Restore"
    asksReason={false}
    noteHint="It stays in the history."
    onConfirm={({ note, privateNote }) => onConfirm({ note, privateNote })}
  />
);
