import { choiceOf, given } from '../../address.ts';
import { keysOf } from '../../keys-of.ts';
import type { Lane } from '../../moderation/desk/item.ts';

/** In the order of work. */
export const laneNames: Readonly<Record<Lane, string>> = {
  urgent: 'Urgent',
  reported: 'Reported',
  appealed: 'Appeals',
  contested: 'Addresses',
  second_look: 'Second look',
  changed: 'Changed',
  new: 'New',
};

export const lanes = keysOf(laneNames);

/** The list begins with this lane. */
export const readDeskSearch = (search: Record<string, unknown>) =>
  given({ lane: choiceOf(search['lane'], lanes) });

export type DeskSearch = ReturnType<typeof readDeskSearch>;
