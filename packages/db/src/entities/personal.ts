/**
 * What a person gets in an export of their data: the value, or nothing. `repeated`: another column says the same. `withheld`: it is
 * a secret, or concerns others.
 */
type Exported = 'exported' | 'repeated' | 'withheld';

/**
 * What an erasure of the account does to the value. `deleted`: the row goes at once. `cleared`: null at once, the row stays.
 * `forgotten`: null within two minutes, by a job. `swept`: the hourly sweep deletes the row when its time is over. `kept`: it stays
 * with the record of what moderators did.
 */
type Erased = 'deleted' | 'cleared' | 'forgotten' | 'swept' | 'kept';

export type PersonalData =
  | { readonly isPersonal: false }
  | { readonly isPersonal: true; readonly exported: Exported; readonly erased: Erased };

declare module '@mikro-orm/core' {
  interface EntityProperty<Owner, Target> {
    /** What the property says of itself. A test refuses one that says nothing. */
    personalData?: PersonalData;
  }
}

/** A property builder. The ORM keeps all of its options, those it does not know too. */
type Builder = { readonly '~options': object };

function says<Property extends Builder>(
  property: Property,
  personalData: PersonalData,
): Property {
  Object.assign(property['~options'], { personalData });
  return property;
}

/** Marks a property whose value concerns a person. */
export const personal = <Property extends Builder>(
  property: Property,
  exported: Exported,
  erased: Erased,
): Property => says(property, { isPersonal: true, exported, erased });

/** Marks a property that says nothing about anybody. */
export const impersonal = <Property extends Builder>(property: Property): Property =>
  says(property, { isPersonal: false });
