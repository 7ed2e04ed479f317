import type { Config } from '../config.ts'
import { createSafeFetch } from '../lib/safe-fetch.ts'
import type { SafeFetch } from '../lib/safe-fetch.ts'
import type { UrlRules } from '../lib/webhook-url.ts'

/** What a webhook may point to: nothing private unless the operator allows it, and never this service. */
export function webhookUrlRules(
  config: Pick<
    Config,
    | 'allowLocalWebhooks'
    | 'publicUrl'
    | 'ingestUrl'
    | 'port'
    | 'ingestPort'
    | 'simulatorPort'
    | 'metricsPort'
  >,
): UrlRules {
  const { port, ingestPort, simulatorPort, metricsPort } = config
  return {
    allowLocal: config.allowLocalWebhooks,
    ownPorts: [port, ingestPort, simulatorPort, metricsPort ?? 0],
    ownHosts: [config.publicUrl, config.ingestUrl].map((url) => new URL(url).host),
  }
}

/** The way to customers' endpoints, for one process; close it at its end. */
export function createWebhookFetch(config: Parameters<typeof webhookUrlRules>[0]): SafeFetch {
  return createSafeFetch(webhookUrlRules(config))
}
