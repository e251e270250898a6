import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { readAddress, seenText } from '@namecard/client';
import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { Kbd } from '../../components/kbd.tsx';
import { Notice } from '../../components/notice.tsx';
import { Level } from '../../components/section.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { choiceStyle } from '../../components/styles.ts';
import { explain } from '../../failure.ts';
import { useWho } from '../../who.ts';
import { type Command, type CommandGroup, useCommands } from './commands.ts';
import { useFound } from './found.ts';

const label = 'Command palette';

const Line = ({ icon: Icon, label: name, hint, keys }: Command) => (
  <>
    <Icon aria-hidden size={16} className="shrink-0 text-muted" />
    <span className="min-w-0 shrink-0 truncate max-w-[60%]">{name}</span>
    <span className="min-w-0 flex-1 truncate text-right text-sm text-muted">
      <bdi>{hint}</bdi>
    </span>
    {keys !== undefined && <Kbd keys={keys} />}
  </>
);

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

/**
 * A text field and the matching pages, commands, profiles and users. The arrow keys move
 * between them during typing.
 */
export function Palette({ open, onOpenChange }: PaletteProps) {
  const [typed, setTyped] = useState('');
  const chosen = useRef<Command>(undefined);
  const isAdmin = useWho().role === 'admin';
  const seen = seenText(typed).trim();
  const text = seen.includes('@') ? readAddress(seen) : seen;
  const commands = useCommands(text);
  const found = useFound(open ? text : '');
  const groups = [...found.meant, ...commands, ...found.others];
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => onOpenChange(next)}
      onOpenChangeComplete={(next) => {
        if (next) return;
        setTyped('');
        // Only after the focus has returned: otherwise it would be taken from the
        // element that the command opens.
        chosen.current?.run();
        chosen.current = undefined;
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Viewport className="fixed inset-0 z-40 flex items-start justify-center p-3 sm:p-6 sm:pt-[min(12vh,7rem)]">
          <Dialog.Popup
            aria-label={label}
            className="flex max-h-[min(32rem,88dvh)] w-full max-w-xl flex-col overflow-hidden rounded-md border border-line bg-raised text-ink shadow-float transition-[opacity,scale] duration-100 outline-none data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0"
          >
            <Autocomplete.Root
              open
              inline
              items={groups}
              filter={null}
              autoHighlight="always"
              keepHighlight
              value={typed}
              onValueChange={(next, { reason }) => {
                // Choosing a command would write its name into the field.
                if (reason !== 'item-press') setTyped(next);
              }}
              itemToStringValue={({ label: name }) => name}
            >
              <div className="flex items-center gap-3 border-b border-line px-4">
                <Search aria-hidden size={18} className="shrink-0 text-muted" />
                <Autocomplete.Input
                  aria-label={label}
                  placeholder={
                    isAdmin
                      ? 'Find a profile, a user or a command…'
                      : 'Find a profile or a command…'
                  }
                  className="h-13 w-full min-w-0 bg-transparent text-[1rem] outline-none placeholder:text-muted"
                />
                <Dialog.Close className="-mr-1.5 rounded-md px-1.5 py-1 text-xs font-medium text-muted hover:bg-sunken hover:text-ink pointer-coarse:min-h-11 pointer-coarse:px-3">
                  Close
                </Dialog.Close>
              </div>
              <Autocomplete.Empty className="empty:hidden">
                {found.isSearching ? null : (
                  <Level value="h2">
                    <Notice title="Nothing found">
                      No command, profile{isAdmin && ' or user'} has that text.
                    </Notice>
                  </Level>
                )}
              </Autocomplete.Empty>
              <Autocomplete.List className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-2 data-empty:hidden">
                {({ value, items }: CommandGroup) => (
                  <Autocomplete.Group key={value} items={items} className="not-last:mb-2">
                    <Autocomplete.GroupLabel className="px-2.5 pt-1.5 pb-1 text-xs font-medium text-muted select-none">
                      {value}
                    </Autocomplete.GroupLabel>
                    {items.map((command) => (
                      <Autocomplete.Item
                        key={command.id}
                        value={command}
                        onClick={() => {
                          chosen.current = command;
                          onOpenChange(false);
                        }}
                        className={choiceStyle}
                      >
                        <Line {...command} />
                      </Autocomplete.Item>
                    ))}
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
              <Footer {...found} count={count} />
            </Autocomplete.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
