import { sql } from 'kysely'
import type { Context, Scope } from '#db/context.ts'
import { contextsOf } from '#db/shards.ts'
import { VISITORS_CHANNEL } from '#events/announce-to-visitors.ts'
import { endMovedStreams } from '#events/end-moved-streams.ts'
import { createEventSources } from '#events/event-sources.ts'
import type { StoredEvent } from '#events/list-events.ts'
import type { EventTails } from '#events/create-event-tails.ts'
import { createSignalWatch, MISSED } from '#events/create-signal-watch.ts'
import { AppError } from '#lib/errors.ts'
import { MESSAGE_EVENTS } from './list-visitor-messages.ts'

/**
 * A visitor who waits for changes of the conversations with some addresses. `onTyping` is called when an agent types, and
 * `end` closes the stream.
 */
type ConversationWatcher = {
  scope: Scope
  channelId: string
  addresses: string[]
  sessionId: string
  onChange: () => void
  onTyping: () => void
  end: () => void
}

/** The followed conversations of one workspace. */
type Room = {
  scope: Scope
  watchers: Map<string, Set<ConversationWatcher>>
  /** The keys of known conversations, by their ids. */
  keys: Map<string, string>
  position: number | undefined
  unfollow: () => void
}

const KEYS_MAX = 10_000
const BATCH = 200
/** The pause between two checks that sessions and channels of open streams still exist, in milliseconds. */
const RECHECK_MS = 30_000
const TYPES = [...MESSAGE_EVENTS, 'conversation.updated' as const]

/**
 * Creates a watch of conversations by their addresses. The events of a workspace are read once, however many visitors
 * watch, and only those of a changed conversation are notified; so an idle visitor costs a connection and no query. What
 * happens between two readings is never missed: a watcher is notified at least once after every change.
 */
export function createConversationWatch(context: Context): {
  watch: (watcher: ConversationWatcher) => () => void
  close: () => Promise<void>
} {
  const sources = createEventSources(context)
  const signals = createSignalWatch({
    urls: contextsOf(context).flatMap(({ url }) => url ?? []),
    channel: VISITORS_CHANNEL,
    name: 'parley visitors',
  })
  const rooms = new Map<string, Room>()
  const rechecks = setInterval(() => void recheckAll(), RECHECK_MS).unref()
  const stopEndingMoved = endMovedStreams(context, () =>
    [...rooms.values()].map((room) => ({ scope: room.scope, end: () => endAll(room) })),
  )

  function open(scope: Scope): Room {
    const room: Room = {
      scope,
      watchers: new Map(),
      keys: new Map(),
      position: undefined,
      unfollow: () => undefined,
    }
    rooms.set(scope.workspaceId, room)
    const tails = sources.tailsOf(scope)
    const read = createReader(context, room, tails)
    const unfollow = tails.follow(scope.workspaceId, read)
    const unwatch = signals.watch(scope.workspaceId, (id) => void showTyping(room, id))
    room.unfollow = () => {
      unfollow()
      unwatch()
    }
    return room
  }

  async function showTyping(room: Room, id: string): Promise<void> {
    try {
      if (id === MISSED) return
      for (const key of await findKeys(room, new Set([id])))
        for (const watcher of room.watchers.get(key) ?? []) watcher.onTyping()
    } catch (err) {
      context.log.debug({ err }, 'failed to show that an agent types')
    }
  }

  async function recheckAll(): Promise<void> {
    for (const room of rooms.values()) {
      const watchers = watchersOf(room)
      try {
        const ids = [...new Set(watchers.map(({ sessionId }) => sessionId))]
        const live = await findLive(room.scope, ids)
        for (const { sessionId, end } of watchers) if (!live.has(sessionId)) end()
      } catch (err) {
        context.log.debug({ err }, 'failed to check sessions of web chats')
      }
    }
  }

  return {
    watch(watcher) {
      const { scope, channelId, addresses } = watcher
      const room = rooms.get(scope.workspaceId) ?? open(scope)
      const keys = addresses.map((address) => keyOf(channelId, address))
      for (const key of keys)
        room.watchers.set(key, (room.watchers.get(key) ?? new Set()).add(watcher))
      return () => {
        for (const key of keys) {
          const same = room.watchers.get(key)
          same?.delete(watcher)
          if (same?.size === 0) room.watchers.delete(key)
        }
        if (room.watchers.size > 0 || rooms.get(scope.workspaceId) !== room) return
        rooms.delete(scope.workspaceId)
        room.unfollow()
      }
    },
    async close() {
      clearInterval(rechecks)
      stopEndingMoved()
      for (const room of rooms.values()) endAll(room)
      await Promise.all([sources.stop(), signals.stop()])
    },
  }
}

/** Creates a function that reads the events of a workspace up to `head`, and notifies the watchers of changed conversations. */
function createReader(context: Context, room: Room, tails: EventTails): (head: number) => void {
  let isReading = false
  let isBehind = false

  async function read(head: number): Promise<void> {
    isBehind = true
    if (isReading) return
    isReading = true
    while (isBehind) {
      isBehind = false
      try {
        await readOn(head)
      } catch (err) {
        // Unknown what happened: everyone looks, and reading goes on at the newest event.
        if (!(err instanceof AppError))
          context.log.debug({ err }, 'failed to read events of web chats')
        room.position = undefined
        for (const watcher of watchersOf(room)) watcher.onChange()
      }
    }
    isReading = false
  }

  async function readOn(head: number): Promise<void> {
    const { position, scope } = room
    if (position === undefined) {
      room.position = head
      for (const watcher of watchersOf(room)) watcher.onChange()
      return
    }
    const batch = await tails.read(scope, { position, limit: BATCH, types: TYPES })
    room.position = batch.position
    isBehind ||= batch.hasMore
    for (const key of await findKeys(room, readConversations(room, batch.events)))
      for (const watcher of room.watchers.get(key) ?? []) watcher.onChange()
  }

  return (head) => void read(head)
}

function endAll(room: Room): void {
  for (const { end } of watchersOf(room)) end()
}

function watchersOf({ watchers }: Room): ConversationWatcher[] {
  return [...new Set([...watchers.values()].flatMap((same) => [...same]))]
}

function keyOf(channelId: string, address: string): string {
  return `${channelId} ${address}`
}

/** Returns the ids of the conversations that events are about. */
function readConversations({ keys }: Room, events: StoredEvent[]): Set<string> {
  const ids = new Set<string>()
  for (const { type, body } of events) {
    const { data }: { data: { id?: string; conversation_id?: string } } = JSON.parse(body)
    const isMessage = type !== 'conversation.updated'
    const id = isMessage ? data.conversation_id : data.id
    if (id === undefined) continue
    // The conversation of a visitor moves to the user that the visitor turned out to be.
    if (!isMessage) keys.delete(id)
    ids.add(id)
  }
  return ids
}

/** Returns the keys of conversations. */
async function findKeys({ scope, keys }: Room, ids: Set<string>): Promise<Set<string>> {
  const unknown = [...ids].filter((id) => !keys.has(id))
  if (unknown.length > 0) {
    if (keys.size > KEYS_MAX) keys.clear()
    const { rows } = await sql<{ id: string; channel_id: string; recipient: string }>`
      select id, channel_id, recipient from chats
      where workspace_id = ${scope.workspaceId} and id = any (${unknown}::uuid[])`.execute(scope.db)
    for (const row of rows) keys.set(row.id, keyOf(row.channel_id, row.recipient))
  }
  return new Set([...ids].flatMap((id) => keys.get(id) ?? []))
}

/** Returns which of these sessions exist and belong to a connected channel. */
async function findLive(scope: Scope, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select session.id from web_chat_sessions as session
    join channels on channels.workspace_id = ${scope.workspaceId} and channels.id = session.channel_id
    where session.workspace_id = ${scope.workspaceId} and session.id = any (${ids}::uuid[])
      and channels.disconnected_at is null`.execute(scope.db)
  return new Set(rows.map(({ id }) => id))
}
