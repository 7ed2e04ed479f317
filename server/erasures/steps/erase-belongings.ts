import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#db/context.ts'
import { affectedRows } from '#db/affected-rows.ts'
import { deleteRows } from '#db/delete-rows.ts'
import { ownedTables } from '#db/owned-tables.ts'
import { deleteFrom } from '#db/select-from.ts'
import { scan } from '../scan.ts'
import type { Counts, Step } from '../step.ts'

const BATCH = 500
const UPDATES_BATCH = 5_000

/** Deletes at most a batch of the rows of a table, in the order of their ids, and returns how many. */
async function deleteBatch(tx: Scope, table: string, where: RawBuilder<unknown>): Promise<number> {
  const deleted = await sql`
    delete from ${sql.table(table)}
    where workspace_id = ${tx.workspaceId} and id = any (array(
      select id from ${sql.table(table)}
      where workspace_id = ${tx.workspaceId} and (${where}) order by id limit ${BATCH}
    ))`.execute(tx.db)
  return affectedRows(deleted)
}

/**
 * Deletes the contact's tickets with their comments, tags and history, and their entries in threads that stay. Their files
 * are deleted already.
 */
export const eraseTickets: Step = {
  name: 'tickets',
  async run(tx, { subject: { contactIds } }) {
    const { workspaceId } = tx
    const { rows } = await sql<{ id: string; chat_id: string | null; has_files: boolean }>`
      select id, chat_id, exists (
        select from ticket_attachments
        where ticket_attachments.workspace_id = ${workspaceId} and ticket_attachments.ticket_id = tickets.id
      ) as has_files
      from tickets
      where workspace_id = ${workspaceId} and person_id = any (${contactIds}::uuid[])
      order by id limit ${BATCH} for update`.execute(tx.db)
    if (rows.some((row) => row.has_files)) return { counts: {}, next: { from: 'ticket_files' } }
    const ids = rows.map(({ id }) => id)
    await sql`
      delete from chat_changes
      where workspace_id = ${workspaceId} and kind = 'ticket' and data ->> 'ticket_id' = any (${ids}::text[])
        and chat_id = any (${rows.flatMap((row) => row.chat_id ?? [])}::uuid[])`.execute(tx.db)
    await deleteRows(tx, 'tickets', 'id', ids)
    return { counts: { tickets: rows.length }, next: rows.length === BATCH ? 'again' : 'done' }
  },
}

/** Deletes what the contact changed in messages of others: reactions in groups. */
export const eraseReactions: Step = {
  name: 'reactions',
  async run(tx, { subject, cursor, requestedAt }) {
    const { rows, next } = await scan<{
      channel_id: string
      kind: 'edit' | 'revoke' | 'reaction'
      platform_update_id: string
      message_id: string | null
      is_theirs: boolean
    }>(tx, {
      table: 'message_updates',
      key: { channel_id: 'uuid', kind: 'text', platform_update_id: 'text' },
      columns: sql`message_id, (person_id = any (${subject.contactIds}::uuid[])
          or (lower(actor) = any (${subject.values}::text[]) and occurred_at <= ${requestedAt})) is true as is_theirs`,
      limit: UPDATES_BATCH,
      cursor,
    })
    const theirs = rows.filter((row) => row.is_theirs)
    for (const row of theirs)
      await deleteFrom(tx, 'message_updates')
        .where('channel_id', '=', row.channel_id)
        .where('kind', '=', row.kind)
        .where('platform_update_id', '=', row.platform_update_id)
        .execute()
    await sql`
      update messages set reactions = nullif((
        select coalesce(jsonb_agg(reaction), '[]') from jsonb_array_elements(reactions) as reaction
        where coalesce(reaction ->> 'person_id', '') <> all (${subject.contactIds}::text[])
      ), '[]')
      where workspace_id = ${tx.workspaceId} and reactions is not null
        and id = any (${theirs.flatMap((row) => row.message_id ?? [])}::uuid[])`.execute(tx.db)
    return { counts: { reactions: theirs.length }, next }
  },
}

/** Deletes the contact's conversations with their notes, drafts, tags and history. Their messages are deleted already. */
export const eraseConversations: Step = {
  name: 'conversations',
  async run(tx, { subject: { chatIds } }) {
    const left = await sql`
      select from messages where workspace_id = ${tx.workspaceId} and chat_id = any (${chatIds}::uuid[])
      limit 1`.execute(tx.db)
    if (left.rows.length > 0) return { counts: {}, next: { from: 'files' } }
    const counts: Counts = {}
    for (const { name, erase, countedAs = name } of ownedTables('chat_id')) {
      if (erase !== 'delete') continue
      const count = await deleteBatch(tx, name, sql`chat_id = any (${chatIds}::uuid[])`)
      counts[countedAs] = count
      if (count === BATCH) return { counts, next: 'again' }
    }
    await sql`
      update tickets set chat_id = null
      where workspace_id = ${tx.workspaceId} and chat_id = any (${chatIds}::uuid[])`.execute(tx.db)
    const chats = await deleteBatch(tx, 'chats', sql`id = any (${chatIds}::uuid[])`)
    return {
      counts: { ...counts, conversations: chats },
      next: chats === BATCH ? 'again' : 'done',
    }
  },
}

/** Deletes parked statuses and watermarks of the contact's addresses: reports about messages that never arrived. */
export const eraseReports: Step = {
  name: 'reports',
  async run(tx, { subject: { values } }) {
    const statuses = await sql`
      delete from message_statuses
      where workspace_id = ${tx.workspaceId} and message_id is null and (
        lower(participant) = any (${values}::text[])
        or exists (
          select from unnest(${values}::text[]) as wanted
          where position('"' || wanted || '"' in lower(details::text)) > 0
        )
      )`.execute(tx.db)
    const watermarks = await sql`
      delete from chat_watermarks
      where workspace_id = ${tx.workspaceId}
        and lower(recipient) = any (${values}::text[])`.execute(tx.db)
    return {
      counts: {
        reports: affectedRows(statuses) + affectedRows(watermarks),
      },
      next: 'done',
    }
  },
}

/**
 * Removes the contact from reports about messages to groups. The reports stay, without their recipient, because the
 * state of a message is computed from them.
 */
export const eraseGroupReports: Step = {
  name: 'group_reports',
  async run(tx, { id, subject: { values }, cursor, requestedAt }) {
    const groups = await sql`
      select from chats where workspace_id = ${tx.workspaceId} and is_group limit 1`.execute(tx.db)
    if (groups.rows.length === 0) return { counts: {}, next: 'done' }
    const { rows, next } = await scan<{
      channel_id: string
      platform_message_id: string
      status: string
      participant: string
      is_theirs: boolean
    }>(tx, {
      table: 'message_statuses',
      key: {
        channel_id: 'uuid',
        platform_message_id: 'text',
        status: 'text',
        participant: 'text',
      },
      columns: sql`participant <> '' and occurred_at <= ${requestedAt}
          and lower(participant) = any (${values}::text[]) as is_theirs`,
      limit: UPDATES_BATCH,
      cursor,
    })
    const theirs = rows.filter((row) => row.is_theirs)
    for (const row of theirs)
      await sql`
        update message_statuses set participant = ${`erased:${id}`}, details = null
        where workspace_id = ${tx.workspaceId} and channel_id = ${row.channel_id}
          and platform_message_id = ${row.platform_message_id} and status = ${row.status}
          and participant = ${row.participant}`.execute(tx.db)
    return { counts: { group_reports: theirs.length }, next }
  },
}

/** Deletes the rows of the tables that belong to the contact and have no step with rules for them, such as its timeline. */
export const eraseOwned: readonly Step[] = ownedTables('person_id')
  .filter(({ erase }) => erase === 'delete')
  .map(({ name, section = name, countedAs = name }) => ({
    name: section,
    async run(tx, { subject: { contactIds } }) {
      const count = await deleteBatch(tx, name, sql`person_id = any (${contactIds}::uuid[])`)
      return { counts: { [countedAs]: count }, next: count === BATCH ? 'again' : 'done' }
    },
  }))

/**
 * Deletes the contact's sessions of web chats with their tokens, so that the widget starts anew, and the contact's addresses
 * from sessions of a user whom the contact turned out to be.
 */
export const eraseWebChats: Step = {
  name: 'web_chats',
  async run(tx, { subject: { values } }) {
    const sessions = await sql`
      delete from web_chat_sessions as session using channels
      where session.workspace_id = ${tx.workspaceId} and channels.workspace_id = ${tx.workspaceId}
        and channels.id = session.channel_id
        and channels.account || ':' || session.address = any (${values}::text[])`.execute(tx.db)
    await sql`
      update web_chat_sessions as session
      set former_addresses = array(
        select former from unnest(session.former_addresses) as former
        where channels.account || ':' || former <> all (${values}::text[])
      )
      from channels
      where session.workspace_id = ${tx.workspaceId} and channels.workspace_id = ${tx.workspaceId}
        and channels.id = session.channel_id and session.former_addresses <> '{}'
        and exists (
          select from unnest(session.former_addresses) as former
          where channels.account || ':' || former = any (${values}::text[])
        )`.execute(tx.db)
    return { counts: { web_chat_sessions: affectedRows(sessions) }, next: 'done' }
  },
}

/** Deletes the contact itself, those merged into it, and the records of its merges. */
export const erasePeople: Step = {
  name: 'contacts',
  async run(tx, { subject: { contactIds } }) {
    const ofContact = ownedTables('person_id').map(
      ({ name }) => sql`
      select from ${sql.table(name)}
      where workspace_id = ${tx.workspaceId} and person_id = any (${contactIds}::uuid[])`,
    )
    const inUse = await sql`${sql.join(ofContact, sql` union all `)} limit 1`.execute(tx.db)
    if (inUse.rows.length > 0) return { counts: {}, next: { from: 'ticket_files' } }
    const merges = await sql`
      delete from person_merges
      where workspace_id = ${tx.workspaceId}
        and (survivor_id = any (${contactIds}::uuid[]) or merged_id = any (${contactIds}::uuid[]))`.execute(
      tx.db,
    )
    // A platform may have named another address of the contact while its messages were being deleted.
    const identities = await deleteRows(tx, 'identities', 'person_id', contactIds)
    const people = await deleteBatch(tx, 'people', sql`id = any (${contactIds}::uuid[])`)
    return {
      counts: {
        merges: affectedRows(merges),
        identities,
        contacts: people,
      },
      next: people === BATCH ? 'again' : 'done',
    }
  },
}
