/**
 * Whether an export has the value. `repeated`: another column says the same.
 * `withheld`: it is a secret, or concerns others.
 */
type Exported = 'exported' | 'repeated' | 'withheld';

/**
 * The effect of erasing the account. `deleted`: the row goes at once. `cleared`:
 * null at once. `forgotten`: a job sets null within two minutes. `swept`: the
 * hourly sweep deletes the row when its time is over. `kept`: stays with the
 * history of moderation.
 */
type Erased = 'deleted' | 'cleared' | 'forgotten' | 'swept' | 'kept';

export type PersonalData =
  | { readonly isPersonal: false }
  | { readonly isPersonal: true; readonly exported: Exported; readonly erased: Erased };

declare module '@mikro-orm/core' {
  interface EntityProperty<Owner, Target> {
    /** A test refuses a property without it. */
    personalData?: PersonalData;
  }
}

/** A property builder. The ORM keeps options that it doesn't know. */
type Builder = { readonly '~options': object };

function says<Property extends Builder>(
  property: Property,
  personalData: PersonalData,
): Property {
  Object.assign(property['~options'], { personalData });
  return property;
}

export const personal = <Property extends Builder>(
  property: Property,
  exported: Exported,
  erased: Erased,
): Property => says(property, { isPersonal: true, exported, erased });

export const impersonal = <Property extends Builder>(property: Property): Property =>
  says(property, { isPersonal: false });
