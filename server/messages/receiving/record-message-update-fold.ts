import type { MessageReaction } from '#db/message-tables.ts'

/** An edit, a revocation or a reaction as it was kept. */
export type KeptUpdate = {
  id: string
  kind: 'edit' | 'revoke' | 'reaction'
  direction: 'inbound' | 'outbound'
  actor: string
  person_id: string | null
  text: string | null
  occurred_at: Date
}

/** What updates decide of a message. */
export type UpdatedState = {
  text: string | null
  reactions: MessageReaction[] | null
  edited_at: Date | null
  revoked_at: Date | null
}

/**
 * The state of a message after all its updates, in whatever order they came: the last edit, the first revocation,
 * and each actor's last reaction. Only its own side edits or revokes a message; one that was revoked has no words
 * any more, and no edit gives it new ones.
 */
export function foldUpdates(
  message: { direction: 'inbound' | 'outbound'; text: string | null },
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
    // The order of the list is that in which people last reacted.
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
