import { collectDefaultMetrics, Counter, Gauge, register } from 'prom-client'
import { FastHistogram } from './fast-histogram.ts'

/** The metrics of this process that are counted as things happen. `docs/metrics.md` lists them with their help texts. */
export const registry = register

/** Seconds of requests and turns: from one millisecond to ten seconds. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Seconds of what may wait for a retry, up to several hours. */
const LONG_SECONDS = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200, 28_800,
]
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]

/** Requests to this process. The names follow OpenTelemetry's conventions for HTTP servers. */
export const httpRequests = new FastHistogram({
  name: 'http_server_request_duration_seconds',
  help: 'Time from the start of a request to the end of its response.',
  labelNames: ['http_request_method', 'http_route', 'http_response_status_code'] as const,
  buckets: SECONDS,
})

/** Entries of the request log that its limit dropped. */
export const requestLogDropped = new Counter({
  name: 'parley_request_log_dropped_total',
  help: 'Requests of API keys that were not written to the request log.',
})

/** Calls of one batch, by batch. */
export const batchSize = new FastHistogram({
  name: 'parley_batch_size',
  help: 'Number of calls that were executed together.',
  labelNames: ['batch'] as const,
  buckets: SIZES,
})

/** The longest wait in a batch, by batch. */
export const batchWait = new FastHistogram({
  name: 'parley_batch_wait_seconds',
  help: 'Time that the first call of a batch waited until the batch started.',
  labelNames: ['batch'] as const,
  buckets: SECONDS,
})

/** Turns of lanes: `result` is `done`, `failed` or `unavailable`, when the database was. */
export const laneTurns = new FastHistogram({
  name: 'parley_lane_turn_duration_seconds',
  help: 'Duration of a turn of a lane, the work on one queue at a time.',
  labelNames: ['kind', 'result'] as const,
  buckets: [...SECONDS, 30, 60],
})

/** Lanes that this worker claimed. */
export const laneClaims = new Counter({
  name: 'parley_lane_claims_total',
  help: 'Lanes that this worker claimed.',
  labelNames: ['kind'] as const,
})

/** Leases that ended before their turn. */
export const laneLeasesLost = new Counter({
  name: 'parley_lane_leases_lost_total',
  help: 'Leases of lanes that ended before the work did, so that another worker may repeat it.',
  labelNames: ['kind'] as const,
})

/** Attempts of webhook deliveries: `result` is `succeeded`, `retried` or `failed`. */
export const webhookAttempts = new FastHistogram({
  name: 'parley_webhook_attempt_duration_seconds',
  help: 'Duration of an attempt to deliver a webhook.',
  labelNames: ['result'] as const,
  buckets: SECONDS,
})

/** How late webhooks arrive. */
export const webhookDelay = new FastHistogram({
  name: 'parley_webhook_delivery_delay_seconds',
  help: 'Time from an event to the successful answer of its receiver, retries included.',
  buckets: LONG_SECONDS,
})

/** Attempts to send a message: `result` is the kind of the outcome. */
export const sends = new FastHistogram({
  name: 'parley_send_duration_seconds',
  help: 'Duration of an attempt to send a message to a platform.',
  labelNames: ['platform', 'result'] as const,
  buckets: SECONDS,
})

/** Channels whose sending was paused. */
export const sendHolds = new Counter({
  name: 'parley_send_holds_total',
  help: 'Times that sending was paused for a whole channel, because its platform asked for it or refused it.',
  labelNames: ['platform'] as const,
})

/** Payloads by what became of them: `stored`, `processed`, `retried` or `failed`. */
export const inboundPayloads = new Counter({
  name: 'parley_inbound_payloads_total',
  help: 'Webhooks of platforms and submissions of forms, when they are stored, and again by what became of them.',
  labelNames: ['platform', 'result'] as const,
})

/** How late payloads are processed. */
export const inboundDelay = new FastHistogram({
  name: 'parley_inbound_delay_seconds',
  help: 'Time from the arrival of a payload until its contents were recorded.',
  labelNames: ['platform'] as const,
  buckets: LONG_SECONDS,
})

/** Mails by outcome. */
export const mails = new Counter({
  name: 'parley_mails_total',
  help: 'Attempts to hand a mail to the mail server.',
  labelNames: ['result'] as const,
})

/** Pushes by outcome. */
export const pushes = new Counter({
  name: 'parley_pushes_total',
  help: 'Attempts to hand a notification to the push service of a browser.',
  labelNames: ['result'] as const,
})

/** Scheduled backups by outcome: `succeeded` or `failed`. */
export const backupRuns = new FastHistogram({
  name: 'parley_backup_duration_seconds',
  help: 'Duration of a scheduled backup, with the check of what was written.',
  labelNames: ['result'] as const,
  buckets: [1, 5, 15, 60, 300, 900, 3600, 4 * 3600, 12 * 3600],
})

/** Open event streams. */
export const streams = new Gauge({
  name: 'parley_event_streams',
  help: 'Open event streams of integrations and web apps.',
})

/** Open streams of visitors of web chats. */
export const visitorStreams = new Gauge({
  name: 'parley_visitor_streams',
  help: 'Open streams of visitors of web chats.',
})

/** Streams that a limit refused. */
export const streamsRefused = new Counter({
  name: 'parley_event_streams_refused_total',
  help: 'Event streams of users and visitors that a limit refused.',
  labelNames: ['code'] as const,
})

/** Waits for a connection of a pool. The name is that of OpenTelemetry's conventions for database clients. */
export const connectionWait = new FastHistogram({
  name: 'db_client_connection_wait_time_seconds',
  help: 'Time that a statement or transaction waited for a connection of its pool.',
  labelNames: ['pool'] as const,
  buckets: SECONDS,
})

/** Waits for a connection that ended without one. */
export const connectionFailures = new Counter({
  name: 'db_client_connection_failures_total',
  help: 'Times that no connection of a pool could be had: none was free, or the server could not be reached.',
  labelNames: ['pool'] as const,
})

/** A pool of database connections, and how many it has now. */
export type MeasuredPool = {
  name: string
  count: () => { used: number; idle: number; pending: number }
}

/** The open pools of this process. */
export const pools = new Set<MeasuredPool>()

const connections = new Gauge({
  name: 'db_client_connection_count',
  help: 'Connections of a pool to the database, in use or idle.',
  labelNames: ['pool', 'state'] as const,
  collect() {
    connections.reset()
    for (const { name, count } of pools) {
      const { used, idle } = count()
      connections.inc({ pool: name, state: 'used' }, used)
      connections.inc({ pool: name, state: 'idle' }, idle)
    }
  },
})

const pendingConnections = new Gauge({
  name: 'db_client_connection_pending_requests',
  help: 'Statements and transactions that wait for a connection of a pool.',
  labelNames: ['pool'] as const,
  collect() {
    pendingConnections.reset()
    for (const { name, count } of pools) pendingConnections.inc({ pool: name }, count().pending)
  },
})

let hasDefaults = false

/** Adds the metrics of Node (event loop, memory, garbage collection) once, for a process that serves metrics. */
export function addProcessMetrics(): void {
  if (hasDefaults) return
  hasDefaults = true
  collectDefaultMetrics()
}
