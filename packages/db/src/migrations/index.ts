import type { Constructor } from '@mikro-orm/core';
import type { Migration } from '@mikro-orm/migrations';
import { isOlder, previousMinor, version } from '../version.ts';
import { Migration20261125080000_first_schema } from './Migration20261125080000_first_schema.ts';
import { Migration20261126221500_one_level_of_counts } from './Migration20261126221500_one_level_of_counts.ts';
import { Migration20261126231000_guards } from './Migration20261126231000_guards.ts';
import { Migration20261126231500_username_order } from './Migration20261126231500_username_order.ts';
import { Migration20261126233000_erasure_reason } from './Migration20261126233000_erasure_reason.ts';
import { Migration20261126234000_turns_of_every_ask } from './Migration20261126234000_turns_of_every_ask.ts';
import { Migration20261126235000_bounded_edits } from './Migration20261126235000_bounded_edits.ts';
import { Migration20261126235500_undone_events } from './Migration20261126235500_undone_events.ts';
import { Migration20261127000000_hash_key } from './Migration20261127000000_hash_key.ts';
import { Migration20261127021321_decision_mails } from './Migration20261127021321_decision_mails.ts';
import { Migration20261127030000_search_texts } from './Migration20261127030000_search_texts.ts';
import { Migration20261127045251_act_codes } from './Migration20261127045251_act_codes.ts';
import { Migration20261127050000_user_search_text } from './Migration20261127050000_user_search_text.ts';
import { Migration20261127060000_moves } from './Migration20261127060000_moves.ts';
import { Migration20261127061500_history_kept } from './Migration20261127061500_history_kept.ts';
import { Migration20261127085500_snoozes } from './Migration20261127085500_snoozes.ts';
import { Migration20261127090000_invitations } from './Migration20261127090000_invitations.ts';
import { Migration20261127093000_acts_on_searches } from './Migration20261127093000_acts_on_searches.ts';
import { Migration20261127094500_lists_out } from './Migration20261127094500_lists_out.ts';
import { Migration20261127100458_event_types } from './Migration20261127100458_event_types.ts';
import { Migration20261127131000_address_events } from './Migration20261127131000_address_events.ts';
import { Migration20261127131500_held_cards } from './Migration20261127131500_held_cards.ts';
import { Migration20261127134000_heard_reports } from './Migration20261127134000_heard_reports.ts';
import { Migration20261127135500_contested_items } from './Migration20261127135500_contested_items.ts';
import { Migration20261127170000_public_cards } from './Migration20261127170000_public_cards.ts';
import { Migration20261127173000_gone_reports } from './Migration20261127173000_gone_reports.ts';
import { Migration20261127174000_desk_and_acts } from './Migration20261127174000_desk_and_acts.ts';
import { Migration20261127180500_links_of_every_kind } from './Migration20261127180500_links_of_every_kind.ts';
import { Migration20261127234754_one_state } from './Migration20261127234754_one_state.ts';
import { Migration20261128070000_late_yes } from './Migration20261128070000_late_yes.ts';
import { Migration20261128204455_notes_of_others } from './Migration20261128204455_notes_of_others.ts';
import { Migration20261128205904_passed_on_reports } from './Migration20261128205904_passed_on_reports.ts';
import { Migration20261128234834_unread_columns } from './Migration20261128234834_unread_columns.ts';
import { Migration20261128235300_webhook_mails } from './Migration20261128235300_webhook_mails.ts';
import { Migration20261129003900_resting_names_counted } from './Migration20261129003900_resting_names_counted.ts';
import { Migration20261129011234_prune_in_pages } from './Migration20261129011234_prune_in_pages.ts';
import { Migration20261129033547_gone_unheard } from './Migration20261129033547_gone_unheard.ts';
import { Migration20261129041500_reporters_in_lower_case } from './Migration20261129041500_reporters_in_lower_case.ts';

/**
 * A migration may name the oldest version that can run beside it, as
 * `static readonly oldest = '1.2.0'`. Otherwise that is the previous minor version.
 */
type Listed = Constructor<Migration> & {
  readonly name: string;
  readonly oldest?: string;
};

export type KnownMigration = {
  name: string;
  class: Constructor<Migration>;
  oldest: string;
};

const known = (migration: Listed): KnownMigration => ({
  name: migration.name,
  class: migration,
  oldest: migration.oldest ?? previousMinor,
});

/** In order. Add a new one at the end. Never edit one that has run. */
export const migrations: KnownMigration[] = [
  Migration20261125080000_first_schema,
  Migration20261126221500_one_level_of_counts,
  Migration20261126231000_guards,
  Migration20261126231500_username_order,
  Migration20261126233000_erasure_reason,
  Migration20261126234000_turns_of_every_ask,
  Migration20261126235000_bounded_edits,
  Migration20261126235500_undone_events,
  Migration20261127000000_hash_key,
  Migration20261127021321_decision_mails,
  Migration20261127030000_search_texts,
  Migration20261127045251_act_codes,
  Migration20261127050000_user_search_text,
  Migration20261127060000_moves,
  Migration20261127061500_history_kept,
  Migration20261127085500_snoozes,
  Migration20261127090000_invitations,
  Migration20261127093000_acts_on_searches,
  Migration20261127094500_lists_out,
  Migration20261127100458_event_types,
  Migration20261127131000_address_events,
  Migration20261127131500_held_cards,
  Migration20261127134000_heard_reports,
  Migration20261127135500_contested_items,
  Migration20261127170000_public_cards,
  Migration20261127173000_gone_reports,
  Migration20261127174000_desk_and_acts,
  Migration20261127180500_links_of_every_kind,
  Migration20261127234754_one_state,
  Migration20261128070000_late_yes,
  Migration20261128204455_notes_of_others,
  Migration20261128205904_passed_on_reports,
  Migration20261128234834_unread_columns,
  Migration20261128235300_webhook_mails,
  Migration20261129003900_resting_names_counted,
  Migration20261129011234_prune_in_pages,
  Migration20261129033547_gone_unheard,
  Migration20261129041500_reporters_in_lower_case,
].map(known);

/** As the database has it. `oldest` is null if the version that ran it named none. */
export type TakenMigration = { name: string; oldest: string | null };

/** The column is missing until a version that names it has migrated. */
export const takenMigrations = `
  select name, to_jsonb(taken) ->> 'oldest' as oldest from mikro_orm_migrations taken order by id
`;

export type UnknownMigrations = {
  /** Of versions before 1.0.0, which had another schema. */
  older: string[];
  newer: string[];
  /** Whether this version can run beside all the newer ones. */
  runsBeside: boolean;
};

export function unknownMigrations(taken: readonly TakenMigration[]): UnknownMigrations {
  const names = new Set(migrations.map(({ name }) => name));
  const unknown = taken.filter(({ name }) => !names.has(name));
  // Names begin with the time at which a migration was written.
  const isOurs = ({ name }: TakenMigration) =>
    name >= Migration20261125080000_first_schema.name;
  const newer = unknown.filter(isOurs);
  return {
    older: unknown.filter((one) => !isOurs(one)).map(({ name }) => name),
    newer: newer.map(({ name }) => name),
    runsBeside: newer.every(({ oldest }) => oldest !== null && !isOlder(version, oldest)),
  };
}
