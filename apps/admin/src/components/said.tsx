import { useEffect } from 'react';
import { createStore, useStore } from '../store.ts';

const said = createStore('');

/** Tells screen readers a text once it changes. It is forgotten with its element. */
export function Said({ text }: { text: string }) {
  useEffect(() => {
    said.set(text);
    return () => said.set('');
  }, [text]);
  return null;
}

/**
 * The one status of the app. It is there from the start: many screen readers skip a
 * status that is born with its text.
 */
export const SaidStatus = () => (
  <p role="status" className="sr-only">
    {useStore(said)}
  </p>
);
