import { openClient } from '#db/pool.ts'

/** Runs a statement on the database at `url` and returns its rows. */
export async function query<T extends object>(
  url: string,
  text: string,
  values?: unknown[],
): Promise<T[]> {
  const client = await openClient(url, 'parley test')
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}
