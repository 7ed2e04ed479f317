import { createClient } from '../pool.ts'
import type { Client } from '../pool.ts'

/** Connects to a database of the cluster. @throws an error of the database */
export async function connectToCluster(url: string, name: string): Promise<Client> {
  const client = createClient(url, name)
  client.on('error', () => undefined)
  await client.connect()
  return client
}
