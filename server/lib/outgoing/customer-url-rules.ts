import type { Config } from '../settings/config.ts'
import { DEFAULT_PORT, toServers } from '../settings/database-servers.ts'
import { demoReceiverUrl } from './demo-receiver-url.ts'
import type { UrlRules } from './check-webhook-url.ts'

/**
 * Returns the rules for URLs that customers choose: nothing private unless the operator allows it, and never this
 * service or its databases; in a demo also the simulator's receiver.
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
    | 'database'
    | 'demo'
  >,
): UrlRules {
  const { port, ingestPort, simulatorPort, metricsPort } = config
  return {
    allowLocal: config.allowLocalWebhooks,
    ownPorts: [port, ingestPort, simulatorPort, metricsPort ?? 0, ...databasePorts(config)],
    ownHosts: [config.publicUrl, config.ingestUrl].map((url) => new URL(url).host),
    ...(config.demo && { demoReceiver: demoReceiverUrl(config) }),
  }
}

/** Returns the ports of all databases. In a running process, the URL of the embedded one is among them. */
function databasePorts({ database }: Pick<Config, 'database'>): number[] {
  const servers = [database, ...database.shards]
  return servers
    .flatMap(({ url, directUrl, replicaUrls }) => [url, directUrl, ...replicaUrls])
    .flatMap((url) => (url === undefined ? [] : toServers(url).urls))
    .map((url) => Number(new URL(url).port || DEFAULT_PORT))
}
