import type { Writable } from 'node:stream'
import type { Context, Scope } from '#db/context.ts'
import { createStreamOpener } from '#events/create-stream-opener.ts'
import type { StreamServing } from '#events/create-stream-opener.ts'
import { StreamEventsHeaders, streamAnswers } from '#events/schema.ts'
import { findById } from '#db/find-by-id.ts'
import { contextsOf } from '#db/shards.ts'
import type { App } from '#http/app.ts'
import { recheck, sessionOf } from '#http/add-authentication.ts'
import { beginEventStream } from '#http/begin-event-stream.ts'
import { resource } from '#http/resource.ts'
import { haveTagsChanged } from '#conversations/tags/have-tags-changed.ts'
import {
  CUSTOMER_TYPING,
  DRAFTS_CHANGED,
  NOTIFICATIONS_CHANGED,
  OWN_DRAFTS_CHANGED,
  TAGS_CHANGED,
  WEB_APPS_CHANNEL,
} from '#events/announce-to-web-apps.ts'
import { createSignalWatch, MISSED } from '#events/create-signal-watch.ts'
import { haveDraftsChanged } from '#messages/drafts/have-drafts-changed.ts'
import { announcePresence } from './announce-presence.ts'
import { createSeenRecorder } from './create-seen-recorder.ts'
import { FollowWorkspaceQuery, PresenceBody } from './schema.ts'

/** The frame of the signal that a tag was changed or deleted. */
const TAGS_FRAME = 'event: tags\ndata: {}\n\n'
/** The frame of the signal that a draft of a reply was created, sent or discarded. */
const DRAFTS_FRAME = 'event: drafts\ndata: {}\n\n'
/** The frame of the signal that drafts of the member may have changed. */
const OWN_DRAFTS_FRAME = 'event: own-drafts\ndata: {"version":null,"is_deleted":false}\n\n'
/** Events that are older are committed: each waits at most this long for the lock of its position, `lock_timeout`. */
const COMMITTED_AFTER_MS = 5_000
/** Maximum number of streams of a member: one per browser, and some that broke without being closed. */
const STREAMS_MAX = 50
/** Maximum number of streams of the members of one workspace. */
const WORKSPACE_STREAMS_MAX = 2_000

/** Adds the web app's stream: the workspace's events, and the current activity of other members. */
export function addPresenceRoutes(app: App, context: Context, serving: StreamServing): void {
  const streams = createStreamOpener(context, {
    ...serving,
    limits: {
      perKey: STREAMS_MAX,
      perWorkspace: WORKSPACE_STREAMS_MAX,
      inAll: 5_000,
      ...serving.limits,
    },
  })
  const presence = createSignalWatch({
    urls: contextsOf(context).flatMap(({ url }) => url ?? []),
    channel: WEB_APPS_CHANNEL,
    name: 'parley presence',
  })
  const seen = createSeenRecorder(context)
  app.addHook('preClose', async () => {
    await Promise.all([streams.close(), presence.stop(), seen.stop()])
  })

  function accompany(out: Writable, scope: Scope, deviceId: string, cursor: string): void {
    const { workspaceId, actor } = scope
    const me = actor.id!
    const write = (frame: string) => {
      if (!out.writableNeedDrain && !out.writableEnded) out.write(frame)
    }
    /** Writes a signal about a conversation to those who see that. */
    const writeOf = (signal: string, frame: string) => {
      if (!scope.viewer) return write(frame)
      const { conversation_id: id } = JSON.parse(signal) as { conversation_id: string | null }
      const found = id === null ? Promise.resolve(true) : findById(scope, 'chats', id)
      // Without the database, the next signal shows it.
      found.then((chat) => chat && write(frame)).catch(() => undefined)
    }
    write(toHeartbeat(cursor))
    const leave = presence.watch(workspaceId, (signal) => {
      if (signal.startsWith('{')) writeOf(signal, `event: presence\ndata: ${signal}\n\n`)
      else if (signal.startsWith(CUSTOMER_TYPING))
        writeOf(
          signal.slice(CUSTOMER_TYPING.length),
          `event: typing\ndata: ${signal.slice(CUSTOMER_TYPING.length)}\n\n`,
        )
      else if (signal.startsWith(OWN_DRAFTS_CHANGED)) {
        const [owner, draft] = signal.slice(OWN_DRAFTS_CHANGED.length).split(' ')
        if (owner === me) write(`event: own-drafts\ndata: ${draft}\n\n`)
      } else if (signal === TAGS_CHANGED) write(TAGS_FRAME)
      else if (signal === DRAFTS_CHANGED) write(DRAFTS_FRAME)
      else if (
        signal === MISSED ||
        signal === NOTIFICATIONS_CHANGED ||
        signal.split(',').includes(me)
      )
        write('event: notifications\ndata: {}\n\n')
      if (signal === MISSED) write(DRAFTS_FRAME + OWN_DRAFTS_FRAME)
    })
    const depart = seen.arrive({ workspaceId, membershipId: me, deviceId })
    out.once('close', () => {
      leave()
      depart()
    })
  }
  const routes = resource(app, '/api/app', {
    tag: 'Session',
    read: { session: 'member' },
    write: { session: 'member' },
  })

  routes.get('/live', {
    operationId: 'followWorkspace',
    summary: 'Follow the workspace',
    description:
      'Server-sent events: the events of /api/v1/events/stream, `presence` updates of other members, `typing` when a visitor of a web chat types or stops, `notifications` when yours have changed, `tags` when a tag was changed or deleted, `drafts` when a draft of a reply was created, sent or discarded, `own-drafts` when you have saved or sent a draft elsewhere, and `at` as a heartbeat with the current position.',
    query: FollowWorkspaceQuery,
    headers: StreamEventsHeaders,
    exposeHeadRoute: false,
    ...streamAnswers,
    run: async (scope, { query, request, reply }) => {
      const resumed = request.headers['last-event-id']
      const after = typeof resumed === 'string' && resumed ? resumed : query.after
      const { back_ms: backMs } = query
      const since =
        after === undefined && backMs !== undefined
          ? toTimeBefore(scope, backMs + COMMITTED_AFTER_MS)
          : undefined
      // No event reports them.
      const areTagsNew = since !== undefined && (await haveTagsChanged(scope, since))
      const areDraftsNew = since !== undefined && (await haveDraftsChanged(scope, since))
      await streams.open(scope, {
        start: since ? { since: since.toISOString() } : { after },
        types: undefined,
        begin: (cursor) => {
          const out = beginEventStream(request, reply)
          accompany(out, scope, sessionOf(request).id, cursor)
          if (areTagsNew) out.write(TAGS_FRAME)
          if (areDraftsNew) out.write(DRAFTS_FRAME)
          return out
        },
        recheck: () => recheck(request),
        heartbeat: toHeartbeat,
      })
    },
  })
  routes.post('/presence', {
    operationId: 'updatePresence',
    summary: 'Update your presence in a conversation',
    description: 'Other members see it for 45 seconds. Nothing is stored.',
    body: PresenceBody,
    run: async (scope, { body }) => {
      const { is_first = false, ...input } = body
      await announcePresence(scope, { ...input, is_first })
    },
  })
}

/** Returns the heartbeat of a position as an event: browsers do not report comments of a stream to the page. */
function toHeartbeat(cursor: string): string {
  return `event: at\nid: ${cursor}\ndata: {}\n\n`
}

function toTimeBefore({ clock }: Scope, ms: number): Date {
  return new Date(clock.now().getTime() - ms)
}
