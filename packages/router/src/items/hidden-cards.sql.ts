import { sql } from 'kysely';

/** Nobody has decided about a card that waits for a first look. */
export const isDecidedHidden = sql<boolean>`(profiles.hidden and not profiles.held)`;
