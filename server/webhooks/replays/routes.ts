import type { App } from '#http/app.ts'
import { resourceAt } from '#http/resource.ts'
import type { Resource } from '#http/resource.ts'
import { pageOf } from '#lib/page.ts'
import { ENDPOINT_ADDRESSES } from '../endpoint-addresses.ts'
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

const MOVE_ERRORS = ['replay_ended', 'replay_not_found'] as const

/** The moves of a replay: the name in the path, the verb, its errors and the texts. */
const MOVES = [
  ['pause', pauseReplay, MOVE_ERRORS, 'Pause a replay', 'What it has offered is delivered.'],
  [
    'resume',
    resumeReplay,
    ['endpoint_disabled', ...MOVE_ERRORS],
    'Resume a replay',
    'It goes on where it stopped.',
  ],
  [
    'cancel',
    cancelReplay,
    MOVE_ERRORS,
    'Cancel a replay',
    'It offers nothing more; what it has offered is delivered.',
  ],
] as const

/** The addresses of events: of API keys, and of the developer area. */
const EVENTS = [
  { base: '/api/v1/events', write: { key: 'webhooks:write', admin: true } },
  { base: '/api/developer/events', write: { session: 'admin' } },
] as const

/** The addresses of replays. At both, members need to be admins. */
const REPLAYS = [
  { ...ENDPOINT_ADDRESSES[0], base: '/api/developer/webhooks/replays' },
  { ...ENDPOINT_ADDRESSES[1], base: '/api/v1/webhook-replays' },
] as const

/** Adds the routes that send events again: ranges of an endpoint, and single events. */
export function addReplayRoutes(app: App): void {
  resourceAt(app, ENDPOINT_ADDRESSES, { tag: 'Webhooks' }, addCreateRoute)
  resourceAt(app, REPLAYS, { tag: 'Webhooks' }, addReplayRoutesAt)
  resourceAt(app, EVENTS, { tag: 'Events' }, (events) =>
    events.post('/:id/resend', {
      operationId: ['resendEvent', 'resendWorkspaceEvent'],
      summary: 'Resend an event',
      description:
        'Queues the event for immediate delivery to one endpoint, or to every enabled endpoint that has a delivery of it or subscribes to its type.',
      body: ResendBody,
      errors: ['endpoint_disabled', 'endpoint_not_found', 'event_not_found'],
      response: { 200: Resent },
      runs: 'tenant',
      run: (scope, { id, body }) =>
        resendEvent(scope, { eventId: id, endpointId: body.endpoint_id }),
    }),
  )
}

function addCreateRoute(webhooks: Resource<(typeof ENDPOINT_ADDRESSES)[number]['base']>): void {
  webhooks.post('/:id/replay', {
    operationId: ['replayDeliveries', 'replayWebhook'],
    summary: ['Replay deliveries', 'Replay deliveries of a webhook'],
    description:
      "Queues all matching deliveries again, oldest first. The replay runs in the background and respects the endpoint's limits. Selects failed and cancelled deliveries by default. With `dry_run`, it only counts.",
    body: ReplayBody,
    errors: ['conflicting_fields', 'endpoint_disabled', 'endpoint_not_found'],
    response: { 200: ReplayCount, 201: Replay },
    runs: 'tenant',
    status: ({ body }) => (body.dry_run ? 200 : 201),
    async before(scope, { id, body }) {
      // Counted before the transaction begins, because counting takes as long as the log is.
      const counted = countReplay(scope, id, body)
      await counted.catch(() => undefined)
      return { counted }
    },
    run: async (scope, { id, body }, { counted }) =>
      body.dry_run ? (await counted).count : createReplay(scope, id, body, counted),
  })
}

function addReplayRoutesAt(replays: Resource<(typeof REPLAYS)[number]['base']>): void {
  replays.get('', {
    operationId: ['listReplays', 'listWebhookReplays'],
    summary: ['List replays', 'List replays of webhooks'],
    description: 'Newest first.',
    query: ListReplaysQuery,
    response: { 200: pageOf(Replay) },
    run: (scope, { query }) => listReplays(scope, query),
  })
  replays.get('/:id', {
    operationId: ['getReplay', 'getWebhookReplay'],
    summary: ['Get a replay', 'Get a replay of a webhook'],
    description: 'Includes its progress and the outcomes of the deliveries it queued.',
    errors: ['replay_not_found'],
    response: { 200: ReplayWithProgress },
    run: (scope, { id }) => getReplay(scope, id),
  })
  for (const [name, verb, errors, summary, description] of MOVES)
    replays.post(`/:id/${name}`, {
      operationId: [`${name}Replay`, `${name}WebhookReplay`],
      summary: [summary, `${summary} of a webhook`],
      description,
      errors,
      response: { 200: Replay },
      runs: 'tenant',
      run: (scope, { id }) => verb(scope, id),
    })
}
