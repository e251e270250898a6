import { defineEntity, p } from '@mikro-orm/core';
import { instantOfCreation } from './columns.ts';
import { Item } from './item.ts';
import { reportReasons } from './moderation-action.ts';
import { impersonal, personal } from './personal.ts';
import { userKey } from './user.ts';

export const ReportSchema = defineEntity({
  name: 'Report',
  tableName: 'reports',
  indexes: [
    { name: 'reports_by_item', properties: ['itemId'] },
    {
      name: 'reports_once',
      expression:
        'create unique index reports_once on reports (reporter_id, item_id) where reporter_id is not null',
    },
  ],
  properties: {
    id: impersonal(p.uuid().primary()),
    itemId: () =>
      impersonal(
        p
          .manyToOne(Item)
          .mapToPk()
          .fieldName('item_id')
          .deleteRule('cascade')
          .index(false),
      ),
    reporterId: () =>
      personal(userKey('reporter_id', 'cascade').strictNullable(), 'repeated', 'deleted'),
    reason: personal(p.enum(reportReasons), 'exported', 'deleted'),
    text: personal(p.text().strictNullable(), 'exported', 'deleted'),
    at: personal(instantOfCreation(), 'exported', 'deleted'),
  },
});

/** Without an account, `reporterId` is null. */
export class Report extends ReportSchema.class {}

ReportSchema.setClass(Report);
