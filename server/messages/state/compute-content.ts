import type { MessageReaction } from '#db/tables/messages.ts'
import type { MessageDirection } from '#shared/messages.ts'

/** A stored edit, revocation or reaction. */
export type KeptUpdate = {
  id: string
  kind: 'edit' | 'revoke' | 'reaction'
  direction: MessageDirection
  actor: string
  person_id: string | null
  text: string | null
  occurred_at: Date
}

/** The columns that a message's updates determine. */
type UpdatedState = {
  text: string | null
  reactions: MessageReaction[] | null
  edited_at: Date | null
  revoked_at: Date | null
}

/**
 * Computes the state of a message from all its updates, in whatever order they arrived: the last edit, the first
 * revocation, and each actor's last reaction. Only its author's side can edit or revoke a message; a revoked one has
 * no text, and no later edit restores it.
 */
export function computeContent(
  message: { direction: MessageDirection; text: string | null },
  updates: KeptUpdate[],
): UpdatedState {
  const ordered = updates.toSorted(
    (a, b) => a.occurred_at.getTime() - b.occurred_at.getTime() || (a.id < b.id ? -1 : 1),
  )
  const own = ordered.filter((update) => update.direction === message.direction)
  const edit = own.findLast((update) => update.kind === 'edit')
  const revocation = own.find((update) => update.kind === 'revoke')
  const reactions = new Map<string, KeptUpdate>()
  for (const update of ordered) {
    if (update.kind !== 'reaction') continue
    const key = update.person_id ?? update.actor
    // Ordered by the time of each person's last reaction.
    reactions.delete(key)
    if (update.text !== null) reactions.set(key, update)
  }
  const standing = [...reactions.values()].map((update) => ({
    emoji: update.text!,
    direction: update.direction,
    person_id: update.person_id,
    at: update.occurred_at.toISOString(),
  }))
  return {
    text: revocation ? null : edit ? edit.text : message.text,
    reactions: standing.length > 0 ? standing : null,
    edited_at: edit?.occurred_at ?? null,
    revoked_at: revocation?.occurred_at ?? null,
  }
}
