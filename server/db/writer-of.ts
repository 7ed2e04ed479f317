import type { WriterType } from '#shared/actors.ts'
import type { Actor, Scope } from './context.ts'

/** Returns the actor of a scope who writes a note, a comment or a draft. @throws {Error} if it is neither a member nor a program */
export function writerOf({ actor }: Pick<Scope, 'actor'>): Extract<Actor, { type: WriterType }> {
  if (actor.type !== 'person' && actor.type !== 'system') return actor
  throw new Error(`Nothing can be written by ${actor.type}.`)
}
