import { inDigits } from '../../components/count.ts';
import { Button } from '../../components/button.tsx';
import { useAsked } from '../../frame/use-asked.tsx';
import { type Searched, WholeSearchDialog } from './whole-search-dialog.tsx';

export function useWholeSearch(total: number | undefined) {
  const { ask, draw } = useAsked<Searched>();
  const count = total === undefined ? '' : ` ${inDigits(total)}`;
  return {
    buttonFor: (searched: Searched) => (
      <Button variant="quiet" onClick={() => ask(searched)}>
        All{count} that match …
      </Button>
    ),
    layer: draw((searched, dialog) => (
      <WholeSearchDialog searched={searched} {...dialog} />
    )),
  };
}
