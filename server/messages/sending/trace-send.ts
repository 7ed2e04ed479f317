import type { Scope } from '#context.ts'
import { findCause } from '#lib/cause.ts'
import { startWork } from '#lib/tracing/tracing.ts'
import type { Span } from '#lib/tracing/tracing.ts'
import type { SendOutcome } from '#platforms/send-outcome.ts'
import type { QueuedMessage } from './find-due-messages.ts'

/** Starts the span of an attempt to send a message, in the trace of the request that queued it. */
export function startSendSpan(
  { workspaceId }: Scope,
  channel: { id: string; type: string },
  { id, send_attempts: attempts }: QueuedMessage,
): Span | undefined {
  const cause = findCause()
  return startWork(`send ${channel.type}`, {
    kind: 'client',
    parent: cause?.traceparent,
    attributes: {
      'parley.workspace_id': workspaceId,
      'parley.request_id': cause?.requestId,
      'parley.channel.id': channel.id,
      'parley.channel.type': channel.type,
      'parley.message.id': id,
      'parley.attempt': attempts + 1,
    },
  })
}

/** Ends the span of an attempt with its outcome; every outcome but acceptance is an error, by the platform's code. */
export function endSendSpan(span: Span | undefined, outcome: SendOutcome): void {
  const error = 'error' in outcome ? outcome.error.code : undefined
  span?.end({ 'parley.result': outcome.kind }, error)
}
