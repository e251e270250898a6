import { isoInstant, isoInstantOrNull } from '@namecard/db';
import type { z } from 'zod';
import { roleOf } from '../../access/policy.ts';
import type { Settings } from '../../context.ts';
import type { KeyRow } from './keys.sql.ts';
import type { ServiceKey } from './schemas.ts';

type Shown = z.infer<typeof ServiceKey>;

function stateOf(
  { endedAt, isLive, makerKind, maker }: KeyRow,
  settings: Pick<Settings, 'adminEmails'>,
): Shown['state'] {
  if (endedAt !== null) {
    return 'ended';
  }
  if (!isLive) {
    return 'expired';
  }
  const isByAdmin = maker && !maker.isSuspended && roleOf(maker, settings) === 'admin';
  return makerKind === 'operator' || isByAdmin ? 'serving' : 'refused';
}

export function keyView(row: KeyRow, settings: Pick<Settings, 'adminEmails'>): Shown {
  const { id, name, scopes, makerKind, maker } = row;
  return {
    id,
    name,
    scopes,
    state: stateOf(row, settings),
    makerKind,
    maker: maker && { id: maker.id, email: maker.email },
    createdAt: isoInstant(row.createdAt),
    lastUsedAt: isoInstantOrNull(row.lastUsedAt),
    endsAt: isoInstant(row.endsAt),
    endedAt: isoInstantOrNull(row.endedAt),
  };
}
