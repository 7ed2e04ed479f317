import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { eventNotFound } from '#events/get-event.ts'
import { quoteShell } from '#lib/quote-shell.ts'
import { attemptHeaders } from '#lib/outgoing/attempt-headers.ts'
import { openSecrets } from './open-secrets.ts'
import { getDelivery } from './get-delivery.ts'
import type { TlsSettings } from '#shared/webhooks.ts'
import type { DeliveryCommand } from './deliveries/schema.ts'

/** How long verifiers accept a signature. Source: npm stripe and Standard Webhooks, both 300 s by default. */
const TOLERANCE_MS = 300_000

/** The longest text that is safe as one argument. Source: MAX_ARG_STRLEN of Linux, 128 KiB, end included. */
const ARGUMENT_BYTES_MAX = 100_000

/**
 * Returns a curl command that repeats a delivery: the stored bytes, signed now. The command may call an address that
 * only its user can reach, because Parley neither sends nor logs anything. It has placeholders for a bearer token and for
 * the files of a client certificate.
 *
 * @throws {AppError} delivery_not_found, endpoint_not_found, event_not_found
 */
export async function writeCurl(scope: Scope, deliveryId: string): Promise<DeliveryCommand> {
  const delivery = await getDelivery(scope, deliveryId)
  const endpoint = await getById(scope, 'webhook_endpoints', delivery.endpoint_id)
  const text = delivery.request_body
  if (text === null) throw eventNotFound(delivery.event_id)
  const now = scope.clock.now()
  const headers = attemptHeaders(
    openSecrets(scope, endpoint, now),
    {
      id: delivery.id,
      eventId: delivery.event_id,
      eventType: delivery.event_type,
      number: Math.max(1, delivery.attempt_count),
      body: Buffer.from(text),
    },
    now,
  )
  const authorization = endpoint.oauth && { Authorization: 'Bearer YOUR_ACCESS_TOKEN' }
  return {
    command: toCommand(endpoint, { ...authorization, ...headers }, text),
    signed_at: now,
    valid_until: new Date(now.getTime() + TOLERANCE_MS),
  }
}

function toCommand(
  { url, tls }: { url: string; tls: TlsSettings | null },
  headers: Record<string, string>,
  body: string,
): string {
  const isLong = Buffer.byteLength(body) > ARGUMENT_BYTES_MAX
  // printf is part of the shell, so the limit of an argument's length does not apply to it.
  const start = isLong ? `printf '%s' ${quoteShell(body)} | curl` : 'curl'
  const options = [
    '--include --globoff --max-time 10 --request POST',
    ...Object.entries(headers).map(
      ([name, value]) => `--header ${quoteShell(`${name}: ${value}`)}`,
    ),
    ...(tls?.certificate ? ['--cert YOUR_CERTIFICATE.pem --key YOUR_PRIVATE_KEY.pem'] : []),
    ...(tls?.ca ? ['--cacert YOUR_AUTHORITY.pem'] : []),
    isLong ? '--data-binary @-' : `--data-raw ${quoteShell(body)}`,
    `--url ${quoteShell(url)}`,
  ]
  return [start, ...options].join(' \\\n  ')
}
