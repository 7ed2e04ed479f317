import type { QueryResult, QueryResultRow } from 'pg'
import { createClient, isDatabaseUnavailable } from '#db/pool.ts'
import { waitFor } from '../wait-for.ts'

/** Queries a database that may be unavailable, or become so during a query. */
export type PatientClient = {
  query: <R extends QueryResultRow>(text: string, values?: unknown[]) => Promise<QueryResult<R>>
}

/**
 * Creates a client that runs each query on its own connection, and retries until it succeeds: PostgreSQL may take a
 * moment to notice that one of its sessions was killed, and then ends all others.
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
