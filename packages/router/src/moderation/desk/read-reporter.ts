import type { z } from 'zod';
import type { SignedInUser } from '../../access/caller.ts';
import { lockModerator } from '../../access/moderator.ts';
import { personOf } from '../../access/policy.ts';
import { recordEvent } from '../../audit/record-action.ts';
import type { Deps } from '../../context.ts';
import { inTransaction } from '../../transaction.ts';
import { lockProfiles } from '../profiles/toggling.sql.ts';
import { findReport } from './case.sql.ts';
import { itemNotFound } from './errors.ts';
import type { Reporter, ReportName } from './schemas.ts';
import { visibleTo } from './viewer.ts';

/** Admins only. The history records it. Fails with `ITEM_NOT_FOUND`. */
export const readReporter = (
  deps: Deps,
  actor: SignedInUser,
  { report: id }: z.infer<typeof ReportName>,
): Promise<z.infer<typeof Reporter>> =>
  inTransaction(deps, async (inner) => {
    await lockModerator(inner, actor, 'admin');
    const report = await findReport(inner.em, visibleTo(actor, inner), id);
    const [card] = report
      ? await lockProfiles(inner.em, [report.profileId], personOf(actor), inner.settings)
      : [];
    if (!report || !card) {
      throw itemNotFound();
    }
    await recordEvent(inner, actor, {
      type: 'reporter.read',
      userId: card.ownerId,
      profileId: card.id,
      username: card.username,
    });
    const { reporterId, email, typedName, typedEmail } = report;
    const reporter =
      reporterId === null || email === null ? null : { id: reporterId, email };
    const isTyped = typedName !== null || typedEmail !== null;
    const typed = isTyped ? { name: typedName, email: typedEmail } : null;
    return { data: { reporter, typed } };
  });
