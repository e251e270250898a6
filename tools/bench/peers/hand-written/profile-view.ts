type Links = { x?: string; telegram?: string; website?: string; discord?: string };

export type ProfileRow = {
  username: string;
  about: string | null;
  socials: Links;
  latitude: number | null;
  longitude: number | null;
  hidden: boolean;
};

export const profileColumns = 'username, about, socials, latitude, longitude, hidden';

export const profileView = ({ latitude, longitude, ...row }: ProfileRow) => ({
  username: row.username,
  about: row.about,
  socials: row.socials,
  location: latitude === null || longitude === null ? null : { latitude, longitude },
  hidden: row.hidden,
});
