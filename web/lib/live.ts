import { useEffect, useRef } from 'react'
import { EVENT_TYPES } from '#shared/event-types.ts'
import type { EventType } from '#shared/event-types.ts'
import { ParleyError } from '#client/core.ts'
import { api, toUrl } from './api.ts'
import { createStore, useStore } from './create-store.ts'
import { createRecentEvents } from './recent-events.ts'

/**
 * A type of live event: an event type of the API, `presence`, the activity of another member, `typing`: a visitor of a web
 * chat types or stops, `notifications`: those of
 * the signed-in member have changed, `tags`: a tag was changed or deleted, `drafts`: a draft of a reply was created, sent
 * or discarded, `own-drafts`: the signed-in member has saved or sent a draft, here or elsewhere, or `removed`: the member no longer sees
 * a conversation, or without its id any number of them.
 */
type LiveType = EventType | Signal

/** The types of the signals to web apps, which are not events of the API. */
const SIGNALS = [
  'presence',
  'typing',
  'notifications',
  'tags',
  'drafts',
  'own-drafts',
  'removed',
] as const
type Signal = (typeof SIGNALS)[number]

/** An event in the workspace. */
export type LiveEvent = { type: LiveType; data: unknown; id: string | null }

/** The state of the live stream: `offline` without a network, `reconnecting` after the stream broke. */
type LiveState = 'connecting' | 'live' | 'reconnecting' | 'offline'

/** A message between tabs. They may run different versions of the app, so existing kinds keep their shape. */
type Frame =
  | { kind: 'event'; event: LiveEvent }
  | { kind: 'state'; state: LiveState }
  | { kind: 'gap' }
  | { kind: 'place'; place: string }

/**
 * A message between a tab that opens and the one that holds the stream, on a channel of its own: tabs of older versions
 * take every unknown kind of frame for a state. `events` is null if some of them may be missing.
 */
type Greeting =
  | { kind: 'opened'; tab: string; since: number }
  | {
      kind: 'repeated'
      tab: string
      events: LiveEvent[] | null
      place: string | null
      state: LiveState
    }

const CHANNEL = 'parley-live'
const PAUSE_MIN_MS = 500
const PAUSE_MAX_MS = 15_000
/** The stream counts as broken after this long without a frame; the server sends one every 15 s. */
const SILENCE_MS = 40_000
/** Every type of frame that the server sends: events, signals, and `at` with the current position. */
const TYPES = [...EVENT_TYPES, ...SIGNALS, 'at'] as const

/** The longest time before the stream opens whose events are requested. The server accepts no longer one. */
const BACK_MS_MAX = 30_000
/** The request for the stream may take this long; its events begin as much earlier. */
const OPENING_MS = 3_000
/** The greatest age of an answer that a tab reads when it opens. */
const READ_LAG_MS = 5_000
/** The first events that are kept, for components whose code loads after their data. */
const EARLY_MAX = 500

const listeners = new Set<(event: LiveEvent) => void>()
const gapListeners = new Set<() => void>()
const liveState = createStore<LiveState>('connecting')
let stop: (() => void) | undefined
/** Whether this tab received all events since the page was opened, from its stream or from the tab that holds it. */
let isComplete = false
let early: LiveEvent[] | undefined = []
let recent = createRecentEvents<LiveEvent>()
/** This tab's position in the stream; it resumes there when it takes over the stream from another tab. */
let position: string | null = null
/**
 * A page that is being left releases the lock within this time; a longer wait means that another tab held the stream.
 */
const LOCK_RELEASE_MAX_MS = 250

/**
 * Follows the workspace's events until the returned function is called. Browsers limit connections per server, so one
 * tab holds the stream and broadcasts its frames to the other tabs. Its first stream begins with the events since the page
 * was opened, so that data which was read before needs no second read; a tab that follows another one asks that for them. A broken stream resumes where it ended; when that
 * position has expired, `onGap` listeners are called once it is open again, to refetch.
 */
export function startLive(workspaceId: string): () => void {
  stop?.()
  position = null
  isComplete = false
  early = []
  recent = createRecentEvents()
  const channel = new BroadcastChannel(`${CHANNEL}:${workspaceId}`)
  const ended = new AbortController()
  channel.onmessage = ({ data }: MessageEvent<Frame>) => handleFrame(data)
  const broadcast = (frame: Frame) => {
    handleFrame(frame)
    channel.postMessage(frame)
  }
  let isHolder = false
  const greetings = greet(workspaceId, () => isHolder)
  const hold = (how: { isTakeover: boolean }) => {
    isHolder = true
    return holdStream(broadcast, ended.signal, how)
  }
  if (navigator.locks)
    void holdLock(`${CHANNEL}:${workspaceId}`, ended.signal, hold).catch(() => undefined)
  else void hold({ isTakeover: false })
  // A tab that joins does not know the state of a stream held by another tab, so it assumes `live`.
  const timer = setTimeout(() => {
    if (!isHolder && liveState.get() === 'connecting' && navigator.onLine)
      handleFrame({ kind: 'state', state: 'live' })
  }, 2000)
  stop = () => {
    clearTimeout(timer)
    ended.abort()
    channel.close()
    greetings.close()
    stop = undefined
  }
  return stop
}

/**
 * Asks the tab that holds the stream for the events since this page was opened, and answers tabs that open later. Without
 * an answer, because that tab runs an older version or is frozen, this tab reads its data again.
 */
function greet(workspaceId: string, isHolder: () => boolean): BroadcastChannel {
  const channel = new BroadcastChannel(`${CHANNEL}-opened:${workspaceId}`)
  const tab = crypto.randomUUID()
  channel.onmessage = ({ data }: MessageEvent<Greeting>) => {
    const isConnecting = liveState.get() === 'connecting'
    if (data.kind === 'opened') {
      if (!isHolder() || isConnecting) return
      const events = recent.since(data.since) ?? null
      const answer = { tab: data.tab, events, place: position, state: liveState.get() }
      channel.postMessage({ kind: 'repeated', ...answer } satisfies Greeting)
    } else if (data.tab === tab && isConnecting && !isHolder()) {
      for (const event of data.events ?? [])
        if (!recent.has(event.id)) handleFrame({ kind: 'event', event })
      if (data.place !== null) handleFrame({ kind: 'place', place: data.place })
      isComplete = data.events !== null
      handleFrame({ kind: 'state', state: data.state })
    }
  }
  recent.begin(Date.now())
  const since = Date.now() - performance.now() - READ_LAG_MS
  channel.postMessage({ kind: 'opened', tab, since } satisfies Greeting)
  return channel
}

function handleFrame(frame: Frame): void {
  if (frame.kind === 'place') position = frame.place
  else if (frame.kind === 'event') {
    if (!isSignal(frame.event.type)) recent.add(frame.event)
    position = frame.event.id ?? position
    early = early && early.length < EARLY_MAX ? [...early, frame.event] : undefined
    for (const each of listeners) each(frame.event)
  } else if (frame.kind === 'gap') {
    recent.begin(Date.now())
    for (const each of gapListeners) each()
  } else liveState.set(frame.state)
}

/** Returns the events since the stream was first opened; undefined once there are too many to keep. */
export function earlyEvents(): readonly LiveEvent[] | undefined {
  return early
}

/** Returns whether the first stream of this tab repeated all events since the page was opened. */
export function hasRepeatedEvents(): boolean {
  return isComplete
}

/** Runs `run` while this tab holds the lock `name`. `isTakeover`: another tab held it before. */
async function holdLock(
  name: string,
  signal: AbortSignal,
  run: (how: { isTakeover: boolean }) => Promise<void>,
): Promise<void> {
  const wasFree = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await run({ isTakeover: false })
    return lock !== null
  })
  if (wasFree) return
  const startedAt = performance.now()
  await navigator.locks.request(name, { signal }, () =>
    run({ isTakeover: performance.now() - startedAt > LOCK_RELEASE_MAX_MS }),
  )
}

/** Holds the stream until `signal` is aborted. `isTakeover`: another tab held it before and broadcast its frames. */
async function holdStream(
  broadcast: (frame: Frame) => void,
  signal: AbortSignal,
  { isTakeover }: { isTakeover: boolean },
): Promise<void> {
  let after = position
  // Events may have been missed: here, a tab takes over that received nothing from the one before.
  let hasGap = isTakeover && after === null
  let pauseMs = PAUSE_MIN_MS
  let attempts = 0
  while (!signal.aborted) {
    const askedAt = performance.now()
    const isFirst = attempts++ === 0 && after === null && !hasGap && askedAt <= BACK_MS_MAX
    // A server of an older release refuses it, so that the next attempt goes without.
    const backMs = isFirst ? Math.ceil(askedAt) + OPENING_MS : null
    const outcome = await readStream({ after, backMs }, broadcast, signal, () => {
      isComplete ||= isFirst && performance.now() - askedAt <= OPENING_MS
      if (after === null && !isComplete) recent.begin(Date.now())
      broadcast({ kind: 'state', state: 'live' })
      // Only now, because data that is refetched before the stream starts would miss events again.
      if (hasGap) broadcast({ kind: 'gap' })
      hasGap = false
    })
    if (outcome.after !== null) after = outcome.after
    if (signal.aborted) return
    if (outcome.wasOpen) pauseMs = PAUSE_MIN_MS
    // The stream broke before the server sent its position.
    if (outcome.wasOpen && after === null) hasGap = true
    else if (!outcome.wasOpen && after !== null && (await isExpired(after))) {
      // The events after this position have expired.
      after = null
      hasGap = true
    }
    broadcast({ kind: 'state', state: navigator.onLine ? 'reconnecting' : 'offline' })
    await pause(pauseMs * (0.75 + Math.random() / 2), signal)
    pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS)
  }
}

type StreamEnd = { wasOpen: boolean; after: string | null }

function readStream(
  start: { after: string | null; backMs: number | null },
  broadcast: (frame: Frame) => void,
  signal: AbortSignal,
  onOpen: () => void,
): Promise<StreamEnd> {
  return new Promise((resolve) => {
    let { after } = start
    let wasOpen = false
    const source = new EventSource(toUrl('/api/app/live', { after, back_ms: start.backMs }))
    let silence = setTimeout(end, SILENCE_MS)
    function onFrame(id: string) {
      clearTimeout(silence)
      silence = setTimeout(end, SILENCE_MS)
      if (id) after = id
    }
    function end() {
      clearTimeout(silence)
      source.close()
      signal.removeEventListener('abort', end)
      window.removeEventListener('offline', end)
      resolve({ wasOpen, after })
    }
    signal.addEventListener('abort', end)
    window.addEventListener('offline', end)
    source.addEventListener('open', () => {
      wasOpen = true
      onOpen()
    })
    source.addEventListener('error', end)
    for (const type of TYPES)
      source.addEventListener(type, (event: MessageEvent<string>) => {
        onFrame(event.lastEventId)
        if (type === 'at') {
          if (event.lastEventId) broadcast({ kind: 'place', place: event.lastEventId })
          return
        }
        const parsed = JSON.parse(event.data) as { data?: unknown }
        // Signals are not events of the workspace, so they have no envelope.
        const data = isSignal(type) ? parsed : parsed.data
        broadcast({ kind: 'event', event: { type, data, id: event.lastEventId || null } })
      })
  })
}

/** Returns whether a live event is a signal to web apps, not an event of the API. */
export function isSignal(type: LiveType): type is Signal {
  return (SIGNALS as readonly string[]).includes(type)
}

/** Returns whether the server can no longer resume the stream at `after`. */
async function isExpired(after: string): Promise<boolean> {
  try {
    await api.get('/api/v1/events', { after, limit: 1 })
    return false
  } catch (err) {
    return err instanceof ParleyError && err.is('cursor_expired', 'invalid_cursor')
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      window.removeEventListener('online', done)
      resolve()
    }
    signal.addEventListener('abort', done)
    window.addEventListener('online', done)
  })
}

/** Returns the current state of the live stream. */
export function useLiveState(): LiveState {
  return useStore(liveState)
}

/** Calls `onEvent` with every event while the component is mounted, once each and in order. */
export function useLive(onEvent: (event: LiveEvent) => void): void {
  const latest = useRef(onEvent)
  useEffect(() => {
    latest.current = onEvent
  })
  useEffect(() => {
    const listener = (event: LiveEvent) => latest.current(event)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
}

/** Calls `onGap` when events may have been missed, so that the caller can refetch. */
export function useLiveGap(onGap: () => void): void {
  const latest = useRef(onGap)
  useEffect(() => {
    latest.current = onGap
  })
  useEffect(() => {
    const listener = () => latest.current()
    gapListeners.add(listener)
    return () => void gapListeners.delete(listener)
  }, [])
}
