import { createDb, createPool } from '#db/pool.ts'
import { PARTITION_KEYS, partitionBound, partitionName, readPartitions } from '#db/partitions.ts'
import type { PartitionedTable } from '#db/partitions.ts'
import { sql } from 'kysely'

/** Ends the first partitions of an empty database now instead of in two weeks. */
export async function endFirstPartitions(url: string): Promise<void> {
  const db = createDb(createPool({ url, max: 1, name: 'parley soak', onError: () => undefined }))
  const end = new Date(Math.floor(Date.now() / 1_000) * 1_000)
  const bound = sql.lit(partitionBound(end))
  for (const table of Object.keys(PARTITION_KEYS) as PartitionedTable[]) {
    const [first, last] = (await readPartitions(db, table)).map(({ name }) => sql.table(name))
    await db.transaction().execute(async (tx) => {
      for (const name of [first, last])
        await sql`alter table ${sql.table(table)} detach partition ${name}`.execute(tx)
      await sql`alter table ${sql.table(table)} attach partition ${first} for values from (minvalue) to (${bound})`.execute(
        tx,
      )
      await sql`alter table ${sql.table(table)} attach partition ${last} for values from (${bound}) to (maxvalue)`.execute(
        tx,
      )
      await sql`alter table ${last} rename to ${sql.table(partitionName(table, end))}`.execute(tx)
    })
  }
  await db.destroy()
}
