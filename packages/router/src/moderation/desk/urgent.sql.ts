import { sql } from 'kysely';

/**
 * The order of urgent items.
 *
 * Problem: each report of `danger` makes an item urgent. Anybody can make accounts,
 * and fill the lane.
 *
 * Plan: an item stands first if an account older than a day reported `danger`. The
 * others count for the networks that their reports came from. The three oldest of a
 * network stand behind the first ones, in turns: one of each allocation, then the
 * second. The rest wait in the lane of reports, and move up when one is closed. A
 * report of another network never makes an item wait.
 *
 * Price: each reading of the lanes ranks the open items that strangers and newcomers
 * made urgent.
 */

/** Most items of a network in the urgent lane, apart from those that stand first. */
const mostOfNetwork = 3;

const danger = sql`reports.reason = 'danger'`;

/** The items that do not stand first: `item_id`, their place in a network, their turn. */
export const turns = sql`
  select item_id, min(place) as place, min(turn) as turn from (
    select item_id, place, row_number() over (partition by allocation order by place, at, item_id) as turn
    from (
      select reports.item_id, reports.allocation, min(reports.at) as at,
        row_number() over (partition by reports.network order by min(reports.at), reports.item_id) as place
      from items urgent join reports on reports.item_id = urgent.id and ${danger}
      where urgent.urgent and urgent.closed_at is null and urgent.kind = 'reported' and not exists (
        select from reports older where older.item_id = urgent.id and older.reason = 'danger' and older.network is null
      )
      group by reports.item_id, reports.network, reports.allocation
    ) placed
  ) ranked group by item_id
`;

/** Whether a row of `items` is urgent, but has to wait behind others of its networks. */
export const waits = sql<boolean>`items.id in (
  select item_id from (${turns}) waiting where place > ${sql.lit(mostOfNetwork)}
)`;
