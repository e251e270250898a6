/** Where a member edits a card. */
export const pathOfCard = (name: string): string =>
  `/me/cards/${encodeURIComponent(name)}`;

/** Where members see somebody's card. */
export const pathOfMember = (name: string): string =>
  `/members/${encodeURIComponent(name)}`;

/** Where a card is reported. */
export const pathOfReport = (name: string): string =>
  `/report/${encodeURIComponent(name)}`;
