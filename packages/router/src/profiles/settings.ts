export type ProfileSettings = {
  /** Profiles that one user may have; 0 is any number. */
  profilesPerAccount: number;
};
