import type { VerifyInput } from './schema.ts'

/** The headers of a delivery that a check reads; undefined if absent. */
export type SignatureHeaders = {
  service: string | undefined
  standard: string | undefined
  id: string | undefined
  timestamp: string | undefined
  deliveryId: string | undefined
}

const LINES_MAX = 200

/**
 * Reads the headers that a check needs, from an object or from lines of text, ignoring the case of names; those of
 * Standard Webhooks also under the names of svix. A value alone is recognised by its form.
 */
export function readHeaders(input: Pick<VerifyInput, 'headers' | 'signature'>): SignatureHeaders {
  const named = new Map<string, string>()
  for (const [name, value] of toEntries(input.headers ?? {}))
    named.set(name.trim().toLowerCase(), value)
  const get = (...names: string[]) =>
    names.map((name) => named.get(name)).find((each) => each !== undefined)
  const { signature } = input
  const isStandard =
    signature !== undefined && /^["'\s]*(?:webhook-signature:|v1a?,)/i.test(signature)
  return {
    service: get('x-service-signature') ?? (isStandard ? undefined : signature),
    standard: get('webhook-signature', 'svix-signature') ?? (isStandard ? signature : undefined),
    id: get('webhook-id', 'svix-id')?.trim(),
    timestamp: get('webhook-timestamp', 'svix-timestamp'),
    deliveryId: get('x-service-delivery')?.trim(),
  }
}

function toEntries(headers: NonNullable<VerifyInput['headers']>): [string, string][] {
  if (typeof headers !== 'string') return Object.entries(headers)
  return headers
    .split('\n', LINES_MAX)
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()])
}
