let ids: readonly string[] = []

/** Returns the ids of the member's teams, as of the last session that was read. */
export function ownTeamIds(): readonly string[] {
  return ids
}

/** Keeps the ids of the member's teams; `session.ts` calls it with each session that it reads. */
export function setOwnTeamIds(teamIds: readonly string[]): void {
  ids = teamIds
}
