import type { Config } from '#config.ts'
import { demoReceiverUrl } from './demo-receiver-url.ts'
import type { UrlRules } from './webhook-url.ts'

/**
 * Returns the rules for URLs that customers choose: nothing private unless the operator allows it, and never this
 * service; in a demo also the simulator's receiver.
 */
export function customerUrlRules(
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
