import type { EntityProperty } from '@mikro-orm/core';
import { entities } from '../entities.ts';
import type { PersonalData } from '../entities/personal.ts';

export type Column = {
  table: string;
  property: string;
  /** A test refuses undefined. */
  personalData: PersonalData | undefined;
};

export const describedColumns: readonly Column[] = entities.flatMap(
  ({ meta, tableName }) =>
    Object.entries<EntityProperty>(meta.properties).map(
      ([property, { personalData }]) => ({
        table: tableName,
        property,
        personalData,
      }),
    ),
);

export const exportedProperties = (table: string): string[] =>
  describedColumns
    .filter((column) => column.table === table)
    .filter(({ personalData }) => isExported(personalData))
    .map(({ property }) => property);

const isExported = (data: PersonalData | undefined): boolean =>
  data?.isPersonal === true && data.exported === 'exported';
