import { useRef } from 'react';
import { Checkbox } from '../../components/checkbox.tsx';
import { Dialog, DialogBody } from '../../components/dialog.tsx';
import { Kbd } from '../../components/kbd.tsx';
import {
  isLetter,
  switchLetters,
  useLetters,
  useShortcutGroups,
} from '../../keyboard.ts';

type Usable = { isEnabled: boolean };

const usableFirst = (one: Usable, other: Usable) =>
  Number(other.isEnabled) - Number(one.isEnabled);

function ShortcutList({ letters }: { letters: boolean }) {
  return useShortcutGroups().map(({ group, shortcuts }) => (
    <section key={group} aria-label={group}>
      <h3 className="mb-1 text-xs font-medium text-muted">{group}</h3>
      <dl>
        {shortcuts.toSorted(usableFirst).map(({ keys, label }) => (
          <div
            key={keys + label}
            className="flex items-center justify-between gap-4 py-1.5"
          >
            <dt className="text-sm">{label}</dt>
            <dd className="text-xs text-muted *:inline-flex!">
              {letters || !isLetter(keys) ? <Kbd keys={keys} /> : 'Off'}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}

type HelpProps = { open: boolean; onOpenChange: (open: boolean) => void };

export function Help({ open, onOpenChange }: HelpProps) {
  const letters = useLetters();
  const body = useRef<HTMLDivElement>(null);
  return (
    <Dialog
      open={open}
      initialFocus={body}
      onOpenChange={onOpenChange}
      title="Keyboard shortcuts"
      description="They do nothing while you type."
    >
      <DialogBody ref={body} label="Shortcuts">
        <Checkbox
          label="Shortcuts by letters, digits and signs"
          showLabel
          checked={letters}
          onCheckedChange={switchLetters}
        />
        <ShortcutList letters={letters} />
      </DialogBody>
    </Dialog>
  );
}
