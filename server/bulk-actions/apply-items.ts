import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { changeChats } from '#conversations/change-chats.ts'
import type { ChatBefore } from '#conversations/change-chats.ts'
import { restoreChats } from '#conversations/restore-chats.ts'
import type { ChatEvent } from '#conversations/chat-events.ts'
import type { Tickets } from '#db/tables/tickets.ts'
import { eraseContact } from '#erasures/erase-contact.ts'
import { AppError } from '#lib/errors.ts'
import { mergeContacts } from '#merges/merge-contacts.ts'
import { undoMerge } from '#merges/undo-merge.ts'
import { updateTicket } from '#tickets/update-ticket.ts'
import type { UpdateTicketInput } from '#tickets/schema.ts'
import type { BulkResult } from '#shared/bulk-actions.ts'
import type { BulkRow } from './get-bulk-action.ts'
import type { BulkFacts } from './read-bulk-facts.ts'
import { toChatsChange, toTicketPatch } from './read-action.ts'

/** An item to change or to restore. `before`: its previous values, for an undo. */
export type Item = { item_id: string; before: unknown }

/** The result of an item. */
export type ItemResult = {
  id: string
  result: BulkResult
  reason: string | null
  before?: unknown
}

/** The results of items, and the events to record at the end of the transaction. */
type Applied = { results: ItemResult[]; events: ChatEvent[] }

/**
 * Changes the items of a bulk action, or restores them in its undo, in the caller's transaction. Locks: the items in id
 * order; for tickets also the workspace's counter, after all of them.
 */
export async function applyItems(
  tx: Scope,
  row: BulkRow,
  items: Item[],
  facts: BulkFacts,
): Promise<Applied> {
  const isUndo = row.phase === 'undo'
  switch (row.subject) {
    case 'chats':
      return isUndo
        ? restoreChatItems(tx, row, items, facts)
        : changeChatItems(tx, row, items, facts)
    case 'tickets':
      return { results: await applyToTickets(tx, row, items, facts), events: [] }
    case 'contacts':
      return { results: await applyToContacts(tx, row, items, facts), events: [] }
  }
}

async function changeChatItems(
  tx: Scope,
  row: BulkRow,
  items: Item[],
  { members }: BulkFacts,
): Promise<Applied> {
  const ids = items.map((item) => item.item_id)
  const changed = await changeChats(tx, ids, toChatsChange(row), members).catch(reasonOf)
  if (typeof changed === 'string') return { results: allSkipped(items, changed), events: [] }
  const { before, existing, events } = changed
  const results = ids.map((id): ItemResult => {
    const values = before.get(id)
    if (values) return { id, result: 'done', reason: null, before: values }
    return {
      id,
      result: 'skipped',
      reason: existing.has(id) ? 'unchanged' : 'conversation_not_found',
    }
  })
  return { results, events }
}

async function restoreChatItems(
  tx: Scope,
  row: BulkRow,
  items: Item[],
  { members }: BulkFacts,
): Promise<Applied> {
  const given = items.map((item) => ({ id: item.item_id, before: item.before as ChatBefore }))
  const { leaves_no_trace: leavesNoTrace } = row
  const back = await restoreChats(tx, given, toChatsChange(row), {
    members,
    leavesNoTrace,
  }).catch(reasonOf)
  if (typeof back === 'string') return { results: allSkipped(items, back, 'kept'), events: [] }
  const { restored, existing, events } = back
  const results = given.map(({ id }): ItemResult => {
    if (restored.has(id)) return { id, result: 'undone', reason: null }
    const reason = existing.has(id) ? 'changed_since' : 'conversation_not_found'
    return { id, result: 'kept', reason }
  })
  return { results, events }
}

async function applyToTickets(
  tx: Scope,
  row: BulkRow,
  items: Item[],
  { members }: BulkFacts,
): Promise<ItemResult[]> {
  const isUndo = row.phase === 'undo'
  const tickets = await lockTickets(tx, row, items)
  const results: ItemResult[] = []
  for (const { item_id: id, before } of items) {
    const ticket = tickets.get(id)
    if (!ticket) {
      results.push({ id, result: isUndo ? 'kept' : 'skipped', reason: 'ticket_not_found' })
      continue
    }
    const change = toTicketChange(row, ticket, before)
    if (isUndo && !change.isSet) results.push({ id, result: 'kept', reason: 'changed_since' })
    else if (!isUndo && change.isSet) results.push({ id, result: 'skipped', reason: 'unchanged' })
    else {
      const patch = isUndo ? change.restore : change.apply
      const failed = await updateTicket(tx, id, patch, { bulkActionId: row.id, members }).then(
        () => null,
        reasonOf,
      )
      if (failed !== null) results.push({ id, result: isUndo ? 'kept' : 'skipped', reason: failed })
      else if (isUndo) results.push({ id, result: 'undone', reason: null })
      else results.push({ id, result: 'done', reason: null, before: change.before })
    }
  }
  return results
}

/** A ticket with its tags. */
type TaggedTicket = Selectable<Tickets> & { tag_ids: string[] }

/** Locks all tickets first, because each update also locks the workspace's counter. */
async function lockTickets(
  tx: Scope,
  { action }: BulkRow,
  items: Item[],
): Promise<Map<string, TaggedTicket>> {
  const ids = items.map((item) => item.item_id)
  const { rows } = await sql<TaggedTicket>`
    select *, '{}'::uuid[] as tag_ids from tickets
    where workspace_id = ${tx.workspaceId} and id = any (${ids}::uuid[])
    order by id for no key update`.execute(tx.db)
  const tickets = new Map(rows.map((row) => [row.id, row]))
  if (action !== 'tag' && action !== 'untag') return tickets
  const { rows: tags } = await sql<{ ticket_id: string; tag_id: string }>`
    select ticket_id, tag_id from ticket_tags
    where workspace_id = ${tx.workspaceId} and ticket_id = any (${ids}::uuid[])`.execute(tx.db)
  for (const { ticket_id: id, tag_id: tagId } of tags) tickets.get(id)?.tag_ids.push(tagId)
  return tickets
}

/** A change of a ticket: whether it is made already, the values before it, and the updates that make and undo it. */
type TicketChange = {
  isSet: boolean
  before: unknown
  apply: UpdateTicketInput
  restore: UpdateTicketInput
}

/** Returns the change of a ticket. Tags are added and removed one by one, so that an undo leaves the others. */
function toTicketChange(row: BulkRow, ticket: TaggedTicket, before: unknown): TicketChange {
  if (row.action !== 'tag' && row.action !== 'untag') {
    const patch = toTicketPatch(row)
    const current = valuesOf(ticket, patch)
    return {
      isSet: JSON.stringify(current) === JSON.stringify(patch),
      before: current,
      apply: patch,
      restore: before as UpdateTicketInput,
    }
  }
  const tagId = row.parameters['tag_id']!
  const without = { tag_ids: ticket.tag_ids.filter((id) => id !== tagId) }
  const tagged = { tag_ids: [...without.tag_ids, tagId] }
  const isTag = row.action === 'tag'
  return {
    isSet: ticket.tag_ids.includes(tagId) === isTag,
    before: null,
    apply: isTag ? tagged : without,
    restore: isTag ? without : tagged,
  }
}

/** Returns the present values of the fields of a patch, as JSON has them. */
function valuesOf(ticket: Selectable<Tickets>, patch: UpdateTicketInput): Record<string, unknown> {
  const wire: Record<string, unknown> = JSON.parse(JSON.stringify(ticket))
  return Object.fromEntries(Object.keys(patch).map((name) => [name, wire[name]]))
}

/** Erases contacts, merges them into another one, or undoes these merges. An erasure has no undo. */
async function applyToContacts(
  tx: Scope,
  row: BulkRow,
  items: Item[],
  { country }: BulkFacts,
): Promise<ItemResult[]> {
  const results: ItemResult[] = []
  for (const item of items) {
    const applied =
      row.action === 'erase'
        ? eraseContact(tx, item.item_id, country).then(() => null)
        : row.phase === 'apply'
          ? mergeItem(tx, row, item)
          : undoMerge(tx, (item.before as MergeBefore).merge_id).then(() => null)
    results.push(
      await applied.then(
        (before) => toResult(row, item, before),
        (err) => toRefused(row, item, reasonOf(err)),
      ),
    )
  }
  return results
}

/** The merge of an item, for its undo. */
type MergeBefore = { merge_id: string }

async function mergeItem(tx: Scope, { parameters }: BulkRow, item: Item): Promise<MergeBefore> {
  const { id } = await mergeContacts(tx, parameters['survivor_id']!, { other_id: item.item_id })
  return { merge_id: id }
}

function toResult({ phase }: BulkRow, { item_id: id }: Item, before: unknown): ItemResult {
  if (phase === 'undo') return { id, result: 'undone', reason: null }
  return { id, result: 'done', reason: null, ...(before !== null && { before }) }
}

function toRefused({ phase }: BulkRow, { item_id: id }: Item, reason: string): ItemResult {
  return { id, result: phase === 'undo' ? 'kept' : 'skipped', reason }
}

function allSkipped(items: Item[], reason: string, result: BulkResult = 'skipped'): ItemResult[] {
  return items.map((item) => ({ id: item.item_id, result, reason }))
}

/** Returns the code of an error of the domain. The verbs throw it before they change anything. @throws every other error */
function reasonOf(err: unknown): string {
  if (err instanceof AppError) return err.code
  throw err
}
