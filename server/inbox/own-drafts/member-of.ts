import type { Scope } from '#db/context.ts'

/** Returns the membership of the scope's member. Only members have drafts of their own. */
export function memberOf({ actor }: Pick<Scope, 'actor'>): string {
  if (actor.type !== 'member') throw new Error(`A draft cannot belong to ${actor.type}.`)
  return actor.id
}
