import { sql } from 'kysely'
import type { Context, WithDirectory } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { coalesce } from '#lib/coalesce.ts'
import type { FoundKey } from '#lib/found-key.ts'

type Use = { key: FoundKey; minute: Date }

const MINUTE_MS = 60_000

/**
 * Creates a function that records when a key was used: at most once per key, minute and process, after the
 * request. Failed writes are dropped, because the next minute writes again.
 */
export function createKeyUseRecorder(
  context: Pick<Context, 'directory' | 'log'>,
): (key: FoundKey, at: Date) => void {
  let noted = new Set<string>()
  let notedMinute = 0
  const write = coalesce<Use, void>({
    maxBatch: 500,
    run: async (uses) => {
      await writeUses(context, uses)
      return uses.map(() => ({ status: 'fulfilled', value: undefined }))
    },
  })
  return (key, at) => {
    const minute = Math.floor(at.getTime() / MINUTE_MS)
    if (minute !== notedMinute) {
      noted = new Set()
      notedMinute = minute
    }
    if (noted.has(key.id)) return
    noted.add(key.id)
    write({ key, minute: new Date(minute * MINUTE_MS) }).catch((err: unknown) =>
      context.log.debug({ err }, 'failed to record the use of an API key'),
    )
  }
}

async function writeUses(context: WithDirectory, uses: Use[]): Promise<void> {
  const used = bulkRows('used', uses, {
    workspace_id: ['uuid', (use) => use.key.workspaceId],
    id: ['uuid', (use) => use.key.id],
    minute: ['timestamptz', (use) => use.minute],
  })
  await sql`
    update api_keys
    set last_used_at = greatest(last_used_at, used.minute)
    from ${used}
    where api_keys.workspace_id = used.workspace_id
      and api_keys.id = used.id`.execute(context.directory)
}
