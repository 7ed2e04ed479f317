import type { Config } from '#config.ts'
import { demoReceiverUrl } from '#lib/demo-receiver-url.ts'
import { createSafeFetch } from '#lib/safe-fetch.ts'
import type { SafeFetch } from '#lib/safe-fetch.ts'
import type { UrlRules } from '#lib/webhook-url.ts'

/**
 * Returns the rules for webhook URLs: nothing private unless the operator allows it, and never this service; in a demo
 * also the simulator's receiver.
 */
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
    | 'demo'
  >,
): UrlRules {
  const { port, ingestPort, simulatorPort, metricsPort } = config
  return {
    allowLocal: config.allowLocalWebhooks,
    ownPorts: [port, ingestPort, simulatorPort, metricsPort ?? 0],
    ownHosts: [config.publicUrl, config.ingestUrl].map((url) => new URL(url).host),
    ...(config.demo && { demoReceiver: demoReceiverUrl(config) }),
  }
}

/** Creates the HTTP client for customers' endpoints, one per process; close it at the end. */
export function createWebhookFetch(config: Parameters<typeof webhookUrlRules>[0]): SafeFetch {
  return createSafeFetch(webhookUrlRules(config))
}
