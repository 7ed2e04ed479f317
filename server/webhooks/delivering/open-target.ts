import type { Context } from '#db/context.ts'
import type { AttemptTarget } from './deliver-webhook.ts'
import type { DeliveryEndpoint } from './poll-deliveries.ts'
import { openHeaders } from '../seal-headers.ts'
import { openSecrets } from '../open-secrets.ts'
import type { TokenCache } from '../oauth/create-token-cache.ts'
import { openTls } from '../tls/seal-tls.ts'

/** Decrypts what an attempt of an endpoint needs. @throws {UnreadableSecretError} */
export function openTarget(
  context: Pick<Context, 'config' | 'clock'>,
  endpoint: Omit<DeliveryEndpoint, 'requeues'>,
  tokens: TokenCache,
  timeoutMs: number | undefined,
): AttemptTarget {
  return {
    url: endpoint.url,
    secrets: openSecrets(context, endpoint, context.clock.now()),
    headers: openHeaders(context, endpoint),
    tokens: tokens.of(endpoint),
    tls: openTls(context, endpoint),
    timeoutMs,
  }
}
