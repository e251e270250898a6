import { inDigits } from '../../components/count.ts';
import { Button } from '../../components/button.tsx';
import { useAsked } from '../../frame/use-asked.ts';
import { type Searched, WholeSearchDialog } from './whole-search-dialog.tsx';

/** A button for the bar of a selection, and its dialog. */
export function useWholeSearch(total: number | undefined) {
  const { asked, ask, close, times, isOpen } = useAsked<Searched>();
  const count = total === undefined ? '' : ` ${inDigits(total)}`;
  return {
    buttonFor: (searched: Searched) => (
      <Button variant="quiet" onClick={() => ask(searched)}>
        All{count} that match …
      </Button>
    ),
    layer: asked && (
      <WholeSearchDialog key={times} searched={asked} open={isOpen} onClose={close} />
    ),
  };
}
