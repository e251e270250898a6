import { describe, expect, it } from 'vitest';
import { createStore } from './store.ts';

describe('a store', () => {
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
