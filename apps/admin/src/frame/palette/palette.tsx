import { readAddress, seenText } from '@namecard/client';
import { useRef, useState } from 'react';
import { Notice } from '../../components/notice.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { explain } from '../../failure.ts';
import { useWho } from '../../who.ts';
import { useCommands, type Command } from './commands.ts';
import { useFound } from './found.ts';
import { SearchDialog } from './search-dialog.tsx';

type FooterProps = { isSearching: boolean; error: unknown; count: number };

function Footer({ isSearching, error, count }: FooterProps) {
  return (
    <p
      role="status"
      className={
        isSearching || error
          ? 'flex min-h-9 items-center gap-1.5 border-t border-line bg-sunken/50 px-4 text-xs text-muted'
          : 'sr-only'
      }
    >
      {isSearching && (
        <>
          <Spinner /> Searching…
        </>
      )}
      {!isSearching && Boolean(error) && (
        <span className="text-bad">The search failed: {explain(error)}</span>
      )}
      {!isSearching && !error && `${count} found`}
    </p>
  );
}

type PaletteProps = { open: boolean; onOpenChange: (open: boolean) => void };

export function Palette({ open, onOpenChange }: PaletteProps) {
  const [typed, setTyped] = useState('');
  const chosen = useRef<Command>(undefined);
  const { role } = useWho();
  const seen = seenText(typed).trim();
  const text = seen.includes('@') ? readAddress(seen) : seen;
  const commands = useCommands(text);
  const found = useFound(open ? text : '');
  const groups = [...found.meant, ...commands, ...found.others];
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <SearchDialog
      open={open}
      onOpenChange={onOpenChange}
      onClosed={() => {
        setTyped('');
        // Only after the focus has returned: otherwise it would be taken from the
        // element that the command opens.
        chosen.current?.run();
        chosen.current = undefined;
      }}
      placeholder={
        role === 'admin'
          ? 'Find a profile, a user or a command…'
          : 'Find a profile or a command…'
      }
      text={typed}
      onTextChange={setTyped}
      groups={groups}
      onChoose={(command) => {
        chosen.current = command;
        onOpenChange(false);
      }}
      empty={
        found.isSearching ? null : (
          <Notice title="Nothing found">
            No command, profile{role === 'admin' && ' or user'} has that text.
          </Notice>
        )
      }
      footer={<Footer {...found} count={count} />}
    />
  );
}
