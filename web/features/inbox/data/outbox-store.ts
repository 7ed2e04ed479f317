import { useSyncExternalStore } from 'react'
import { emptyOutbox, matchOutgoing } from './outbox.ts'
import type { Outbox, Outgoing, Sent } from './outbox.ts'

let outbox: Outbox = emptyOutbox
const listeners = new Set<() => void>()
const none: readonly Outgoing[] = []
let byChat = new Map<string, readonly Outgoing[]>()

let owner = ''

/** Says whose messages these are: the membership of who is signed in. */
export function setOwner(membershipId: string): void {
  owner = membershipId
}

/** Lets what is on its way give place to what the server shows of it. */
export function matchSent(items: readonly Sent[]): void {
  if (outbox.entries.length === 0) return
  changeOutbox((now) => items.reduce((before, item) => matchOutgoing(before, item, owner), now))
}

/** What is on its way just now. */
export function readOutbox(): Outbox {
  return outbox
}

/** Changes what is on its way; whoever shows it is told. */
export function changeOutbox(change: (outbox: Outbox) => Outbox): void {
  const next = change(outbox)
  if (next === outbox) return
  outbox = next
  byChat = Map.groupBy(outbox.entries, ({ chatId }) => chatId)
  for (const each of listeners) each()
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => void listeners.delete(onChange)
}

/** What of a chat is on its way, the oldest first. */
export function useOutgoing(chatId: string): readonly Outgoing[] {
  return useSyncExternalStore(subscribe, () => byChat.get(chatId) ?? none)
}
