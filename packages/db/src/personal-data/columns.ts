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
  describedColumns.flatMap(({ table: of, property, personalData }) =>
    of === table && personalData?.isPersonal && personalData.exported === 'exported'
      ? [property]
      : [],
  );
