import { holdPage } from '../../../lib/build.ts'
import { createStore, useSelected } from '../../../lib/create-store.ts'
import { emptyOutbox, matchOutgoing } from './outbox.ts'
import type { Outbox, Outgoing, Sent } from './outbox.ts'

const outbox = createStore<Outbox>(emptyOutbox)
// A failed message is only here, so that its author can retry it.
holdPage(() => outbox.get().entries.length > 0)
const none: readonly Outgoing[] = []
let byChat = new Map<string, readonly Outgoing[]>()
outbox.subscribe(() => {
  byChat = Map.groupBy(outbox.get().entries, ({ chatId }) => chatId)
})

let owner = ''

/** Sets the signed-in member, who is the author of every message in the outbox. */
export function setOwner(membershipId: string): void {
  owner = membershipId
}

/** Matches outgoing messages with the server's copies of them, so that none is shown twice. */
export function matchSent(items: readonly Sent[]): void {
  if (outbox.get().entries.length === 0) return
  changeOutbox((now) => items.reduce((before, item) => matchOutgoing(before, item, owner), now))
}

/** Returns the outbox. */
export function readOutbox(): Outbox {
  return outbox.get()
}

/** Updates the outbox. */
export function changeOutbox(change: (outbox: Outbox) => Outbox): void {
  outbox.update(change)
}

/** Returns a conversation's outgoing messages, oldest first. */
export function useOutgoing(chatId: string): readonly Outgoing[] {
  return useSelected(outbox, () => byChat.get(chatId) ?? none)
}
