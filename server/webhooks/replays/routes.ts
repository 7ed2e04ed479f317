import { Type } from 'typebox'
import type { Scope } from '#context.ts'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { answerOnce } from '#http/idempotency.ts'
import { pageOf } from '#lib/pagination.ts'
import { IdParams } from '#lib/schemas.ts'
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
  app.get(
    '/api/developer/webhooks/replays',
    {
      config,
      schema: {
        operationId: 'listReplays',
        summary: 'List replays',
        description: 'Newest first.',
        tags,
        querystring: ListReplaysQuery,
        response: { 200: pageOf(Replay) },
      },
    },
    async (request) => listReplays(scopeOf(request), request.query),
  )
  app.get(
    '/api/developer/webhooks/replays/:id',
    {
      config,
      schema: {
        operationId: 'getReplay',
        summary: 'Get a replay',
        description: 'Includes its progress and the outcomes of the deliveries it queued.',
        tags,
        params: IdParams,
        errors: ['replay_not_found'],
        response: { 200: ReplayWithProgress },
      },
    },
    async (request) => getReplay(scopeOf(request), request.params.id),
  )
  addMove(app, 'pause', 'Pause a replay', pauseReplay, 'What it has offered is delivered.')
  addMove(app, 'resume', 'Resume a replay', resumeReplay, 'It goes on where it stopped.')
  addMove(
    app,
    'cancel',
    'Cancel a replay',
    cancelReplay,
    'It offers nothing more; what it has offered is delivered.',
  )
  addResendRoutes(app)
}

function addMove(
  app: App,
  name: 'pause' | 'resume' | 'cancel',
  summary: string,
  verb: (scope: Scope, id: string) => Promise<Replay>,
  description: string,
): void {
  app.post(
    `/api/developer/webhooks/replays/:id/${name}`,
    {
      config,
      schema: {
        operationId: `${name}Replay`,
        summary,
        description,
        tags,
        params: IdParams,
        body: NoBody,
        errors: ['endpoint_disabled', 'replay_ended', 'replay_not_found'],
        isIdempotent: true,
        response: { 200: Replay },
      },
    },
    async (request, reply) =>
      answerOnce(request, reply, 200, (scope) =>
        verb(scope, (request.params as { id: string }).id),
      ),
  )
}

function addResendRoutes(app: App): void {
  for (const [operationId, url, permission] of [
    ['resendEvent', '/api/v1/events/:id/resend', { key: 'admin' }],
    ['resendWorkspaceEvent', '/api/developer/events/:id/resend', { session: 'admin' }],
  ] as const)
    app.post(
      url,
      {
        config: { permission },
        schema: {
          operationId,
          summary: 'Resend an event',
          description:
            'Queues the event for immediate delivery to one endpoint, or to every enabled endpoint that has a delivery of it or subscribes to its type.',
          tags: ['Events'],
          params: IdParams,
          body: ResendBody,
          errors: ['endpoint_disabled', 'endpoint_not_found', 'event_not_found'],
          isIdempotent: true,
          response: { 200: Resent },
        },
      },
      async (request, reply) =>
        answerOnce(request, reply, 200, (scope) =>
          resendEvent(scope, {
            eventId: request.params.id,
            endpointId: request.body.endpoint_id,
          }),
        ),
    )
}
