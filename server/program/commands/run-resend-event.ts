import { StartError } from '../start/start-error.ts'
import { describeForwarded, forwardEvent, openTarget } from './forward-event.ts'
import type { ForwardOptions, ForwardTarget } from './forward-event.ts'
import type { Result } from './print-result.ts'
import { awaitRemote, openRemote } from './remote.ts'
import type { Remote, RemoteOptions } from './remote.ts'

/** The options of `events resend`, as text. */
type ResendEventOptions = RemoteOptions & ForwardOptions & { endpoint?: string }

/**
 * Runs `events resend`: queues an event again for the workspace's endpoints, or for one of them. With
 * `forwardTo`, fetches the event and forwards it from this machine, without involving the endpoints.
 */
export async function runResendEvent(
  options: ResendEventOptions,
  id: string,
): Promise<Result & { failure?: string }> {
  const remote = openRemote(options)
  const target = openTarget(options)
  if (target && options.endpoint !== undefined)
    throw new StartError('Pass --endpoint or --forward-to, not both.')
  if (target) return forward(remote, target, id)
  const call = remote.parley.events.resendEvent({ id, endpoint_id: options.endpoint })
  const resent = await awaitRemote(remote, call)
  const { deliveries } = resent
  return {
    json: resent,
    lines:
      deliveries.length === 0
        ? [
            'The event was not sent: no enabled endpoint has a delivery of it or subscribes to its type.',
          ]
        : deliveries.map((each) => `Delivery ${each.id} to endpoint ${each.endpoint_id}`),
  }
}

async function forward(remote: Remote, target: ForwardTarget, id: string) {
  const path = `/api/v1/events/${encodeURIComponent(id)}`
  // The bytes, because a webhook is signed as it is sent.
  const call = remote.parley.request({ method: 'GET', path }, {}, (answer) => answer.text())
  const body = await awaitRemote(remote, call)
  const event: { id: string; type: string } = JSON.parse(body)
  const forwarded = await forwardEvent(
    target,
    { ...event, body },
    // Never aborted: an attempt has its own timeout.
    new AbortController().signal,
  )
  const { status, error, durationMs, attempts } = forwarded
  const secret = target.isNewSecret ? target.secret : undefined
  return {
    json: {
      event_id: event.id,
      forward: { url: target.url, status, error, duration_ms: durationMs, attempts },
      ...(secret !== undefined && { secret }),
    },
    lines: [
      ...(secret === undefined
        ? []
        : [`Signing secret, new for this run (set your own with --secret): ${secret}`]),
      `${event.type}  ${event.id}  ${describeForwarded(forwarded)}`,
    ],
    ...(error !== null && { failure: `${target.url} did not accept the event.` }),
  }
}
