import { beforeEach, describe, expect, it } from 'vitest';
import type { Profile } from './profile.ts';
import {
  forgetJudged,
  isListed,
  isToJudge,
  latest,
  noteJudged,
  noteVersions,
  progress,
} from './progress.ts';

const active: Profile = {
  id: '1',
  username: 'ann',
  about: null,
  socials: {},
  location: null,
  hidden: false,
  isHeld: false,
  referral: '',
  referrer: null,
  owner: {
    id: '2',
    email: 'ann@example.com',
    maskedEmail: 'a…@example.com',
    username: null,
    isSuspended: false,
  },
  duplicateIdentities: [],
  createdAt: '2026-01-31T12:00:00Z',
  updatedAt: '2026-01-31T12:00:00Z',
  revision: 1,
};

const hidden = { ...active, hidden: true, revision: 2 };

beforeEach(() => progress.set({ versions: new Map(), judged: new Map() }));

describe('a profile in the list of a state', () => {
  it('leaves it by an action of this tab, and returns by the undo', () => {
    noteJudged(['1'], true);
    expect(isListed(hidden, 'active')).toBe(false);
    expect(isListed(hidden, 'hidden')).toBe(true);
    noteJudged(['1'], false);
    expect(isListed(active, 'active')).toBe(true);
    expect(isToJudge(active, 'active')).toBe(true);
  });

  it('stays if somebody else changed it, but needs no decision', () => {
    expect(isListed(hidden, 'active')).toBe(true);
    expect(isToJudge(hidden, 'active')).toBe(false);
  });

  it('needs a decision in the list of its new state', () => {
    noteJudged(['1'], true);
    expect(isToJudge(hidden, 'hidden')).toBe(true);
  });
});

describe('a profile in the list of all states', () => {
  it('stays, and needs a second decision only after an undo or a reload', () => {
    noteJudged(['1'], true);
    expect(isListed(hidden, undefined)).toBe(true);
    expect(isToJudge(hidden, undefined)).toBe(false);
    noteJudged(['1'], false);
    expect(isToJudge(active, undefined)).toBe(true);
    noteJudged(['1'], true);
    forgetJudged();
    expect(isToJudge(hidden, undefined)).toBe(true);
  });
});

it('the higher revision is shown, whichever was loaded last', () => {
  noteVersions([hidden]);
  expect(latest(active)).toBe(hidden);
  expect(latest({ ...active, revision: 3 })).toMatchObject({ revision: 3 });
});
