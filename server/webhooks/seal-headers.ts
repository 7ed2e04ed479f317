import type { Context } from '#db/context.ts'
import { createSeal } from '#lib/encrypt.ts'

const { seal, open } = createSeal('webhook_headers', 'headers of webhooks')

type Place = { workspace_id: string; id: string }

/** The custom headers of an endpoint as its row stores them: the names readable, the values encrypted. */
export type SealedHeaders = { header_names: string[]; custom_headers: Buffer | null }

/** Encrypts the custom headers of an endpoint for storage and binds them to the endpoint. */
export function sealHeaders(
  context: Pick<Context, 'config'>,
  place: Place,
  headers: Record<string, string>,
): SealedHeaders {
  const names = Object.keys(headers)
  if (names.length === 0) return { header_names: [], custom_headers: null }
  return { header_names: names, custom_headers: seal(context, place, JSON.stringify(headers)) }
}

/** Decrypts the custom headers of an endpoint. They must never be shown. @throws {UnreadableSecretError} */
export function openHeaders(
  context: Pick<Context, 'config'>,
  endpoint: Place & Pick<SealedHeaders, 'custom_headers'>,
): Record<string, string> {
  const { custom_headers: sealed } = endpoint
  return sealed ? JSON.parse(open(context, endpoint, sealed)) : {}
}
