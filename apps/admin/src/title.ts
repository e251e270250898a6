import { useEffect } from 'react';
import { product } from './product.ts';

export function useTitle(page: string): void {
  useEffect(() => {
    document.title = `${page} · ${product.name} Admin`;
  }, [page]);
}
