/**
 * A caller who does not see the whole workspace, and what they see. Without one, a scope sees all.
 *
 * A member with `teams` sees the conversations of their teams, those assigned to them, and those in which they take part; with `own`,
 * of the conversations of their teams only unassigned ones. A key sees those of `teamIds`. `id` is the member or the key, `actorId` the
 * author of changes: the same, or an app that acts for the member. `seesNoTeam`: conversations without a team
 * count as those of a team.
 */
export type Viewer =
  | { kind: 'teams' | 'own'; id: string; actorId: string; seesNoTeam: boolean }
  | { kind: 'key'; id: string; actorId: string; teamIds: readonly string[]; seesNoTeam: boolean }

/** Returns a text that is the same for scopes that see the same rows. Use it in the key of everything that callers share. */
export function viewerKey({ viewer }: { viewer?: Viewer | undefined }): string {
  return viewer ? JSON.stringify(viewer) : ''
}
