import { recordAudit } from '#account/audit/record-audit.ts'
import { indexFields } from '#contacts/custom-fields/index-fields.ts'
import { getContact } from '#contacts/get-contact.ts'
import type { PersonRow } from '#contacts/person-facts.ts'
import { recordTimelineEntries } from '#contacts/record-timeline-entries.ts'
import { toAuthor } from '#context.ts'
import type { Scope } from '#context.ts'
import { closeChats } from '#conversations/close-chats.ts'
import { recordChatChanges } from '#conversations/record-chat-changes.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { AppError, fieldError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { recordTicketChanges } from '#tickets/record-ticket-changes.ts'
import { lockPeople } from './lock-people.ts'
import { chooseFields, pickFields } from './merge-fields.ts'
import type { ChosenFields, MergeChoices } from './merge-fields.ts'
import type { OptOutWay } from '#shared/opt-outs.ts'
import { moveBelongings } from './move-belongings.ts'
import { movedEvents } from './moved-events.ts'
import type { Merge } from './schema.ts'

/** The rows of both contacts before the merge, and the survivor's after it. */
export type MergedFields = {
  survivor: ChosenFields & { last_seen_at: string | null } & Partial<Block & OptOut>
  merged: ChosenFields
  chosen: ChosenFields & { last_seen_at: string | null } & Partial<Block & OptOut>
}

/** Since when a contact is blocked, and why. Missing in merges from before contacts could be blocked. */
type Block = { blocked_at: string | null; blocked_reason: string | null }

/** The opt-out of a contact from marketing. Missing in merges from before contacts could opt out. */
type OptOut = {
  opted_out_at: string | null
  opted_out_by: OptOutWay | null
  opt_out_decided_at: string | null
}

function optOutOf(person: PersonRow): OptOut {
  return {
    opted_out_at: toText(person.opted_out_at),
    opted_out_by: person.opted_out_by,
    opt_out_decided_at: toText(person.opt_out_decided_at),
  }
}

function blockOf(person: PersonRow): Block {
  return { blocked_at: toText(person.blocked_at), blocked_reason: person.blocked_reason }
}

/**
 * Merges the contact `otherId` into the contact `id`, in one transaction: its identities, conversations, tickets and
 * timeline move, its id leads to the survivor, and `undoMerge` can undo it.
 *
 * Locks: both contacts in id order, then conversations, tickets. @throws {AppError} person_not_found, person_merged,
 * validation_failed
 */
export async function mergeContacts(
  scope: Scope,
  id: string,
  { other_id: otherId, fields = {} }: { other_id: string; fields?: MergeChoices },
): Promise<Merge> {
  if (id.toLowerCase() === otherId.toLowerCase())
    throw fieldError('validation_failed', 'other_id', 'must be a different contact')
  return transaction(scope, async (tx) => {
    const [survivor, merged] = await lockPeople(tx, [id, otherId])
    refuseMerged(survivor)
    refuseMerged(merged)
    const now = tx.clock.now()
    const mergeId = newId()
    const chosen = chooseFields(survivor, merged, fields)
    const seenAt = latest(survivor.last_seen_at, merged.last_seen_at)
    // A block of either contact stays.
    const block = blockOf(survivor.blocked_at ? survivor : merged)
    // So does an opt-out.
    const optOut = optOutOf(survivor.opted_out_at || !merged.opted_out_at ? survivor : merged)
    const moved = await moveBelongings(tx, { from: merged.id, to: survivor.id })
    await tx.db
      .updateTable('people')
      .set({ merged_into_id: survivor.id, updated_at: now })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', merged.id)
      .execute()
    await tx.db
      .updateTable('people')
      .set({
        ...chosen,
        fields: JSON.stringify(chosen.fields),
        last_seen_at: seenAt,
        blocked_at: toDate(block.blocked_at),
        blocked_reason: block.blocked_reason,
        opted_out_at: toDate(optOut.opted_out_at),
        opted_out_by: optOut.opted_out_by,
        opt_out_decided_at: toDate(optOut.opt_out_decided_at),
        updated_at: now,
      })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', survivor.id)
      .execute()
    await indexFields(tx, [{ id: survivor.id, fields: chosen.fields }])
    const before: MergedFields = {
      survivor: {
        ...pickFields(survivor),
        ...blockOf(survivor),
        ...optOutOf(survivor),
        last_seen_at: toText(survivor.last_seen_at),
      },
      merged: pickFields(merged),
      chosen: { ...chosen, ...block, ...optOut, last_seen_at: toText(seenAt) },
    }
    await tx.db
      .insertInto('person_merges')
      .values({
        workspace_id: tx.workspaceId,
        id: mergeId,
        survivor_id: survivor.id,
        merged_id: merged.id,
        before: JSON.stringify(before),
        moved: JSON.stringify(moved),
        actor_type: tx.actor.type,
        actor_id: tx.actor.id,
        merged_at: now,
      })
      .execute()
    const { name, phone_e164, email } = merged
    const data = { merge_id: mergeId, merged_id: merged.id, name, phone_e164, email }
    await recordTimelineEntries(tx, [
      {
        personId: survivor.id,
        kind: 'merge',
        data: { ...data, author: toAuthor(tx.actor) },
        at: now,
      },
    ])
    await recordChatChanges(
      tx,
      moved.chats.map((chatId) => ({
        chatId,
        kind: 'merged' as const,
        data: { merge_id: mergeId, from: merged.id, to: survivor.id },
      })),
    )
    await recordTicketChanges(
      tx,
      moved.tickets.map((ticketId) => ({
        ticketId,
        kind: 'contact',
        data: { merge_id: mergeId, from: merged.id, to: survivor.id },
      })),
    )
    await recordAudit(tx, {
      action: 'contact.merged',
      targetType: 'contact',
      targetId: survivor.id,
      data: { ...data, into: chosen.name ?? chosen.phone_e164 ?? chosen.email },
    })
    const closed = block.blocked_at ? await closeChats(tx, survivor.id) : []
    const contact = await getContact(tx, survivor.id)
    await recordEvents(tx, [
      { type: 'contact.updated', data: contact },
      ...(await movedEvents(tx, moved)),
      ...closed,
    ])
    return {
      id: mergeId,
      survivor_id: survivor.id,
      merged_id: merged.id,
      merged_at: now,
      undone_at: null,
      contact,
    }
  })
}

/** Refuses a contact that was merged into another. @throws {AppError} person_merged */
export function refuseMerged(person: PersonRow): void {
  if (person.merged_into_id === null) return
  throw new AppError(
    'person_merged',
    `The contact ${person.id} was already merged into ${person.merged_into_id}.`,
  )
}

function latest(a: Date | null, b: Date | null): Date | null {
  return a && b ? new Date(Math.max(a.getTime(), b.getTime())) : (a ?? b)
}

/** Returns the time of a text that `toText` wrote. */
export function toDate(text: string | null | undefined): Date | null {
  return text ? new Date(text) : null
}

function toText(time: Date | null): string | null {
  return time && time.toISOString()
}
