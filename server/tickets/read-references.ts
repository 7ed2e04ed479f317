import { sql } from 'kysely'
import { lockPersonIds } from '#contacts/find-person-id.ts'
import type { Scope } from '#db/context.ts'
import { checkMembers } from '#conversations/check-members.ts'
import { checkTeams } from '#conversations/check-teams.ts'
import type { PresentMembers } from '#conversations/find-present-members.ts'
import { notFound } from '#db/get-by-id.ts'
import { selectFrom } from '#db/select-from.ts'
import { fieldError } from '#lib/errors.ts'
import { checkTypes } from './check-types.ts'

/** The references of a ticket, as the caller sends them. */
type TicketReferences = {
  person_id: string
  message_id?: string | undefined
  conversation_id?: string | undefined
  assignee_id?: string | undefined
  team_id?: string | undefined
  type_id?: string | undefined
}

type FoundChat = { id: string; person_id: string; is_group: boolean; team_id: string | null }

/**
 * Returns for each ticket the contact after following merges, locked against merges, and the conversation: that of the
 * message, or the given one, locked against deletion, whose team is the default. Both must be conversations with the contact, or of a
 * group.
 * `members`: the present ones among the assignees.
 *
 * @throws {AppError} person_not_found, message_not_found, conversation_not_found, membership_not_found,
 *   team_not_found, ticket_type_not_found, conflicting_targets
 */
export async function readReferences(
  tx: Scope,
  all: TicketReferences[],
  members: PresentMembers,
): Promise<{ personId: string; chatId: string | null; team_id: string | null }[]> {
  const people = await lockPersonIds(
    tx,
    all.map((each) => each.person_id),
  )
  const chatOf = await findChatsOfMessages(
    tx,
    all.flatMap((each) => each.message_id ?? []),
  )
  const chats = await lockChats(tx, [
    ...all.flatMap((each) => each.conversation_id ?? []),
    ...chatOf.values(),
  ])
  checkMembers(
    members,
    all.flatMap((each) => each.assignee_id ?? []),
  )
  await checkTeams(
    tx,
    all.flatMap((each) => each.team_id ?? []),
  )
  await checkTypes(
    tx,
    all.flatMap((each) => each.type_id ?? []),
  )
  return all.map((each) => {
    const personId = people.get(each.person_id.toLowerCase())!
    const ofMessage = each.message_id && chatOf.get(each.message_id.toLowerCase())!
    const given = each.conversation_id
    if (given !== undefined) checkChat(chats, given, { personId, field: 'conversation_id' })
    else if (ofMessage !== undefined) checkChat(chats, ofMessage, { personId, field: 'message_id' })
    if (given !== undefined && ofMessage !== undefined && ofMessage !== given.toLowerCase())
      throw fieldError(
        'conflicting_targets',
        'conversation_id',
        'is not the conversation of the message',
      )
    const chatId = ofMessage ?? given?.toLowerCase() ?? null
    const team = each.team_id?.toLowerCase() ?? chats.get(chatId ?? '')?.team_id ?? null
    return { personId, chatId, team_id: team }
  })
}

/** Returns the conversation of each message. @throws {AppError} message_not_found */
async function findChatsOfMessages(tx: Scope, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await selectFrom(tx, 'messages')
    .select(['id', 'chat_id'])
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute()
  const chatOf = new Map(rows.map((row) => [row.id, row.chat_id]))
  const unknown = ids.find((id) => !chatOf.has(id.toLowerCase()))
  if (unknown !== undefined) throw notFound('messages', unknown)
  return chatOf
}

async function lockChats(tx: Scope, ids: string[]): Promise<Map<string, FoundChat>> {
  if (ids.length === 0) return new Map()
  const rows = await selectFrom(tx, 'chats')
    .select(['id', 'person_id', 'is_group', 'team_id'])
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

function checkChat(
  chats: Map<string, FoundChat>,
  id: string,
  { personId, field }: { personId: string; field: 'conversation_id' | 'message_id' },
): void {
  const chat = chats.get(id.toLowerCase())
  if (!chat) throw notFound('chats', id)
  if (chat.person_id !== personId && !chat.is_group)
    throw fieldError('conflicting_targets', field, 'belongs to another contact')
}
