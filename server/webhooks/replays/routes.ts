import { resource } from '#http/resource.ts'
import { Type } from 'typebox'
import type { Scope } from '#context.ts'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { answerOnce } from '#http/idempotency.ts'
import { pageOf } from '#lib/pagination.ts'
import { IdParams } from '#lib/schemas.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { cancelReplay } from './cancel-replay.ts'
import { countReplay } from './count-replay.ts'
import { createReplay } from './create-replay.ts'
import { getReplay } from './get-replay.ts'
import { listReplays } from './list-replays.ts'
import { pauseReplay } from './pause-replay.ts'
import { resendEvent } from './resend-event.ts'
import { resumeReplay } from './resume-replay.ts'
import {
  ListReplaysQuery,
  Replay,
  ReplayBody,
  ReplayCount,
  ReplayWithProgress,
  ResendBody,
  Resent,
} from './schema.ts'

const config = { permission: { session: 'admin' } } as const
const tags = ['Webhooks']
const NoBody = Type.Object({}, { additionalProperties: false })

/** Adds the routes that send events again: replays in the developer area, single events also for keys. */
export function addReplayRoutes(app: App): void {
  app.post(
    '/api/developer/webhooks/:id/replay',
    {
      config,
      schema: {
        operationId: 'replayDeliveries',
        summary: 'Replay deliveries',
        description:
          "Queues all matching deliveries again, oldest first. The replay runs in the background and respects the endpoint's limits. Selects failed and cancelled deliveries by default. With `dry_run`, it only counts.",
        tags,
        params: IdParams,
        body: ReplayBody,
        errors: ['conflicting_fields', 'endpoint_disabled', 'endpoint_not_found'],
        isIdempotent: true,
        response: { 200: ReplayCount, 201: Replay },
      },
    },
    async (request, reply) => {
      const { dry_run: isDryRun, ...input } = request.body
      const { id } = request.params
      // Counted before the transaction begins, because counting takes as long as the log is.
      const counted = countReplay(scopeOf(request), id, input)
      await counted.catch(() => undefined)
      return isDryRun
        ? answerOnce(request, reply, 200, async () => (await counted).count)
        : answerOnce(request, reply, 201, (scope) => createReplay(scope, id, input, counted))
    },
  )
  const routes = resource(app, '', {
    tag: 'Webhooks',
    read: { session: 'admin' },
    write: { session: 'admin' },
  })

  routes.get('/api/developer/webhooks/replays', {
    operationId: 'listReplays',
    summary: 'List replays',
    description: 'Newest first.',
    query: ListReplaysQuery,
    response: { 200: pageOf(Replay) },
    run: (scope, { query }) => listReplays(scope, query),
  })
  routes.get('/api/developer/webhooks/replays/:id', {
    operationId: 'getReplay',
    summary: 'Get a replay',
    description: 'Includes its progress and the outcomes of the deliveries it queued.',
    errors: ['replay_not_found'],
    response: { 200: ReplayWithProgress },
    run: (scope, { id }) => getReplay(scope, id),
  })
  addMove(app, 'pause', 'Pause a replay', pauseReplay, 'What it has offered is delivered.')
  addMove(app, 'resume', 'Resume a replay', resumeReplay, 'It goes on where it stopped.', [
    'endpoint_disabled',
  ])
  addMove(
    app,
    'cancel',
    'Cancel a replay',
    cancelReplay,
    'It offers nothing more; what it has offered is delivered.',
  )
  for (const [operationId, url, permission] of [
    ['resendEvent', '/api/v1/events/:id/resend', { key: 'admin' }],
    ['resendWorkspaceEvent', '/api/developer/events/:id/resend', { session: 'admin' }],
  ] as const)
    routes.post(url, {
      operationId,
      summary: 'Resend an event',
      description:
        'Queues the event for immediate delivery to one endpoint, or to every enabled endpoint that has a delivery of it or subscribes to its type.',
      tag: 'Events',
      permission,
      body: ResendBody,
      errors: ['endpoint_disabled', 'endpoint_not_found', 'event_not_found'],
      response: { 200: Resent },
      runs: 'tenant',
      run: (scope, { id, body }) =>
        resendEvent(scope, {
          eventId: id,
          endpointId: body.endpoint_id,
        }),
    })
}

function addMove(
  app: App,
  name: 'pause' | 'resume' | 'cancel',
  summary: string,
  verb: (scope: Scope, id: string) => Promise<Replay>,
  description: string,
  errors: ErrorCode[] = [],
): void {
  const routes = resource(app, '', {
    tag: 'Webhooks',
    read: { session: 'admin' },
    write: { session: 'admin' },
  })

  routes.post(`/api/developer/webhooks/replays/:id/${name}`, {
    operationId: `${name}Replay`,
    summary,
    description,
    body: NoBody,
    errors: ['replay_ended', 'replay_not_found', ...errors],
    response: { 200: Replay },
    runs: 'tenant',
    run: (scope, { id }) => verb(scope, id),
  })
}
