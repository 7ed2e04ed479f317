import type { Viewer } from './viewer.ts'
import type { FoundKey } from '#lib/found-key.ts'
import type { SeeingMember } from '#lib/found-session.ts'

/** Returns what a key or a connected app sees, or undefined if that is the whole workspace. An app sees what its member sees. */
export function findKeyViewer({
  id,
  teamIds,
  seesNoTeam,
  botId,
  member,
}: Pick<FoundKey, 'id' | 'teamIds' | 'seesNoTeam' | 'botId' | 'member'>): Viewer | undefined {
  if (member) return findMemberViewer(member, id)
  return teamIds ? { kind: 'key', id, actorId: botId ?? id, teamIds, seesNoTeam } : undefined
}

/** Returns what a member sees, or undefined if that is the whole workspace. `actorId` is an app that acts for them. */
export function findMemberViewer(
  { id, visibility, seesNoTeam }: SeeingMember,
  actorId = id,
): Viewer | undefined {
  return visibility === 'all' ? undefined : { kind: visibility, id, actorId, seesNoTeam }
}
