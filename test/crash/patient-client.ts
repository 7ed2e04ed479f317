import type { QueryResult, QueryResultRow } from 'pg'
import { createClient, isDatabaseUnavailable } from '#db/pool.ts'
import { waitFor } from '../wait-for.ts'

/** Asks a database that may be away, or go away while it is asked. */
export type PatientClient = {
  query: <R extends QueryResultRow>(text: string, values?: unknown[]) => Promise<QueryResult<R>>
}

/**
 * A client that asks each question on a connection of its own, and again until it is answered: PostgreSQL may take
 * a moment to notice that one of its sessions was killed, and then ends all others.
 */
export function createPatientClient(url: string): PatientClient {
  async function ask<R extends QueryResultRow>(text: string, values: unknown[]) {
    const client = createClient(url, 'parley crash')
    client.on('error', () => undefined)
    try {
      await client.connect()
      return await client.query<R>(text, values)
    } catch (err) {
      if (isDatabaseUnavailable(err)) return undefined
      throw err
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  return {
    query: (text, values = []) =>
      waitFor(() => ask(text, values), { timeoutMs: 60_000, what: 'the database to answer' }),
  }
}
