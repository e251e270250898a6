import { describe, expect, it } from 'vitest';
import { createStore } from './store.ts';

describe('a store', () => {
  it('calls listeners after each change with the old value', () => {
    const store = createStore(1);
    const changes: [before: number, after: number][] = [];
    store.subscribe((before) => changes.push([before, store.get()]));
    store.set(2);
    store.set(3);
    expect(changes).toEqual([
      [1, 2],
      [2, 3],
    ]);
  });

  it('does not call listeners that have unsubscribed', () => {
    const store = createStore('a');
    const heard: string[] = [];
    const stop = store.subscribe(() => heard.push('left'));
    store.subscribe(() => heard.push('stayed'));
    stop();
    store.set('b');
    expect(heard).toEqual(['stayed']);
  });
});
