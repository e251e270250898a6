import type { ProfilesSearch } from './search.ts';

/** The list that was looked at last in this tab, and which of its profiles: where one comes back to. */
let memory: { search: ProfilesSearch; id: string | undefined } = { search: {}, id: undefined };

export const rememberList = (search: ProfilesSearch) => {
  memory = { search, id: memory.id };
};

export const rememberProfile = (id: string) => {
  memory = { ...memory, id };
};

export const rememberedList = () => memory;
