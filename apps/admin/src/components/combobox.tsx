import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { choiceStyle } from './styles.ts';

export type ComboboxItem = { id: string; label: string };

export type ComboboxGroup<Item> = { value: string; items: Item[] };

type ComboboxDialogProps<Item extends ComboboxItem> = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called when it has closed and the focus is back. */
  onClosed: () => void;
  label: string;
  placeholder: string;
  text: string;
  onTextChange: (text: string) => void;
  groups: ComboboxGroup<Item>[];
  renderItem: (item: Item) => ReactNode;
  onChoose: (item: Item) => void;
  empty: ReactNode;
  footer: ReactNode;
};

/**
 * A dialog with a text field and the matching items. The arrow keys move between
 * items during typing.
 */
export function ComboboxDialog<Item extends ComboboxItem>({
  open,
  onOpenChange,
  onClosed,
  label,
  placeholder,
  text,
  onTextChange,
  groups,
  renderItem,
  onChoose,
  empty,
  footer,
}: ComboboxDialogProps<Item>) {
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => onOpenChange(next)}
      onOpenChangeComplete={(next) => {
        if (!next) {
          onClosed();
        }
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
              value={text}
              onValueChange={(next, { reason }) => {
                // Choosing an item would write its name into the field.
                if (reason !== 'item-press') {
                  onTextChange(next);
                }
              }}
              itemToStringValue={({ label: name }) => name}
            >
              <div className="flex items-center gap-3 border-b border-line px-4">
                <Search aria-hidden size={18} className="shrink-0 text-muted" />
                <Autocomplete.Input
                  aria-label={label}
                  placeholder={placeholder}
                  // 16 pixels: with smaller text a phone zooms in on the field.
                  className="h-13 w-full min-w-0 bg-transparent text-base outline-none placeholder:text-muted"
                />
                <Dialog.Close className="-mr-1.5 rounded-md px-1.5 py-1 text-xs font-medium text-muted hover:bg-sunken hover:text-ink pointer-coarse:min-h-11 pointer-coarse:px-3">
                  Close
                </Dialog.Close>
              </div>
              <Autocomplete.Empty className="empty:hidden">{empty}</Autocomplete.Empty>
              <Autocomplete.List className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-2 data-empty:hidden">
                {({ value, items }: ComboboxGroup<Item>) => (
                  <Autocomplete.Group key={value} items={items} className="not-last:mb-2">
                    <Autocomplete.GroupLabel className="px-2.5 pt-1.5 pb-1 text-xs font-medium text-muted select-none">
                      {value}
                    </Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(item: Item) => (
                        <Autocomplete.Item
                          key={item.id}
                          value={item}
                          onClick={() => onChoose(item)}
                          className={choiceStyle}
                        >
                          {renderItem(item)}
                        </Autocomplete.Item>
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
              {footer}
            </Autocomplete.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
