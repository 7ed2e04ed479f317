import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import type { OwnDrafts } from '#db/tables/own-drafts.ts'
import type { OwnDraftKind } from '#shared/drafts.ts'
import { memberOf } from './member-of.ts'

/** Returns the draft of the scope's member in a conversation, locked until the transaction ends; undefined if there is none. */
export function findOwnDraft(
  tx: Scope,
  chatId: string,
  kind: OwnDraftKind,
): Promise<Selectable<OwnDrafts> | undefined> {
  return selectFrom(tx, 'own_drafts')
    .selectAll()
    .where('membership_id', '=', memberOf(tx))
    .where('chat_id', '=', chatId)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst()
}
