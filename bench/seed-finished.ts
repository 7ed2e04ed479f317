import type { BenchDatabase } from './database.ts'

/** Fills in deliveries that have succeeded, over the last month; without the indexes, which are made again after. */
export async function seedFinished(
  { query, rows }: BenchDatabase,
  workspaceId: string,
  endpointIds: string[],
  count: number,
): Promise<void> {
  const indexes = await rows<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = 'webhook_deliveries'::regclass and not indisprimary`,
  )
  for (const { name } of indexes) await query(`drop index ${name}`)
  await query(
    `insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, event_type, position, status,
       attempt_count, last_response_status, created_at, completed_at)
     select '${workspaceId}',
       (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 14))::uuid,
       ('{${endpointIds.join()}}'::uuid[])[1 + n % ${endpointIds.length}], md5((n / ${endpointIds.length})::text)::uuid,
       'message.sent', 0, 'succeeded', 1, 200, at, at
     from generate_series(1, ${count}) as n,
       lateral (select now() - (${count} - n) * (interval '30 days' / ${count}) as at) as made`,
  )
  // The definition of a partitioned index is of the table without its partitions.
  for (const { definition } of indexes)
    await query(`set maintenance_work_mem = '512MB'; ${definition.replace(' ON ONLY ', ' ON ')}`)
}
