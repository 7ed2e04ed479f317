/** Longest name of a team, in characters. */
export const TEAM_NAME_CHARACTERS_MAX = 60

/** The most teams of a workspace. */
export const TEAMS_MAX = 200

/** The most members of a team. */
export const TEAM_MEMBERS_MAX = 1_000

/** The most participants of a conversation. */
export const PARTICIPANTS_MAX = 100
