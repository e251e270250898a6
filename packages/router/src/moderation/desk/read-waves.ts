import { isoInstant } from '@namecard/db';
import type { z } from 'zod';
import type { Moderator } from '../../access/caller.ts';
import { addressView } from '../../access/view.ts';
import type { Deps } from '../../context.ts';
import type { Waves } from './schemas.ts';
import { visibleTo } from './viewer.ts';
import { findWaves } from './waves.sql.ts';

/** Open cards of a day that share an owner or a website, if there are many. */
export async function readWaves(
  { em, settings }: Pick<Deps, 'em' | 'settings'>,
  actor: Moderator,
): Promise<z.infer<typeof Waves>> {
  const rows = await findWaves(em, visibleTo(actor, { settings }));
  return {
    data: {
      waves: rows.map(({ by, value, cards, owners, firstAt, lastAt, id, ...person }) => ({
        by,
        value,
        owner:
          by === 'owner' ? { id, ...addressView({ actor, settings }, person) } : null,
        cards,
        owners,
        firstAt: isoInstant(firstAt),
        lastAt: isoInstant(lastAt),
      })),
    },
  };
}
