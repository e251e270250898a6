import { useEffect } from 'react';

/** Sets the document's title. */
export function useTitle(page: string): void {
  useEffect(() => {
    document.title = `${page} · Namecard Admin`;
  }, [page]);
}
