import { findServers } from './database-servers.ts'

/** The URL of a server, and the name of the shard that it belongs to. */
export type NamedUrl = { name: string; url: string }

/** The name of the shard at DATABASE_URL. */
export const MAIN = 'main'

/** Parses the addresses of replicas, of one server each; returns undefined if one is invalid. */
export function toReplicaUrls(text: string): NamedUrl[] | undefined {
  const replicas = text
    .trim()
    .split(/[\s,]+/)
    .map(toNamedUrl)
  const isReplica = ({ url }: NamedUrl) => {
    const servers = findServers(url)
    return servers !== undefined && servers.urls.length === 1 && !servers.readWrite
  }
  return replicas.every(isReplica) ? replicas : undefined
}

/** Parses the addresses of servers behind poolers, at most one for each shard; returns undefined if one is invalid. */
export function toDirectUrls(text: string): NamedUrl[] | undefined {
  const urls = text.trim().split(/\s+/).map(toNamedUrl)
  const names = new Set(urls.map(({ name }) => name))
  return names.size === urls.length && urls.every(({ url }) => findServers(url)) ? urls : undefined
}

/** Parses the addresses of further shards, each with a different name; returns undefined if one is invalid. */
export function toShards(text: string): NamedUrl[] | undefined {
  const shards = text.trim().split(/\s+/).map(toNamedUrl)
  const names = new Set(shards.map(({ name }) => name))
  if (names.has(MAIN) || names.size < shards.length) return undefined
  return shards.every(({ url }) => findServers(url)) ? shards : undefined
}

/** Splits an address with the name of a shard before it. Without a name it is one of the main shard. */
function toNamedUrl(text: string): NamedUrl {
  const [, name = MAIN, url = text] = /^([a-z][a-z0-9-]{0,30})=(.*)$/.exec(text) ?? []
  return { name, url }
}
