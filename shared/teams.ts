/** Longest name of a team, in characters. */
export const TEAM_NAME_CHARACTERS_MAX = 60

/** The most members of a team. */
export const TEAM_MEMBERS_MAX = 1_000

/** The most channels of a team. */
export const TEAM_CHANNELS_MAX = 1_000

/** The most participants of a conversation. */
export const PARTICIPANTS_MAX = 100
