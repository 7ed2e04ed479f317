import type { Scope } from '#db/context.ts'
import { gathered } from '#db/gathered.ts'
import type { MessageDirection } from '#shared/messages.ts'
import { prepared } from '#db/prepared.ts'

/** The platform's name of a message: its channel, and its id there. */
type PlatformId = { channelId: string; platformMessageId: string | null | undefined }

/** A stored message of a platform. */
export type FoundMessage = { id: string; type: string; direction: MessageDirection }

/** Finds the stored messages that a platform names; the keys are those of `platformIdKey`. */
export async function findByPlatformIds(
  tx: Scope,
  ids: PlatformId[],
): Promise<Map<string, FoundMessage>> {
  const rows = await findMessages(tx, ids)
  return new Map(
    rows.map((row) => [rowKey(row), { id: row.id, type: row.type, direction: row.direction }]),
  )
}

type NamedMessage = FoundMessage & {
  workspace_id: string
  channel_id: string
  platform_message_id: string
}

const findMessages = gathered<PlatformId, NamedMessage>((tx, given) => {
  const asked = given.rows('asked', {
    channel_id: ['uuid', (each) => each.channelId],
    platform_message_id: ['text', (each) => each.platformMessageId ?? null],
  })
  return prepared<NamedMessage>`
    select messages.workspace_id, id, messages.channel_id, messages.platform_message_id, type, direction
    from ${asked}
    join messages on messages.workspace_id = asked.workspace_id and messages.platform_message_id is not null
      and messages.channel_id = asked.channel_id
      and messages.platform_message_id = asked.platform_message_id`.execute(tx.db)
})

/** Returns the key of a message under which the platform knows it. */
export function platformIdKey({ channelId, platformMessageId }: PlatformId): string {
  return `${channelId} ${platformMessageId}`
}

/** Returns the same key of a row. */
export function rowKey(row: { channel_id: string; platform_message_id: string | null }): string {
  return `${row.channel_id} ${row.platform_message_id}`
}
