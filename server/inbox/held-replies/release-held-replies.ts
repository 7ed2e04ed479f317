import { sendReply } from '#inbox/own-drafts/send-reply.ts'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { deleteFrom, updateTable } from '#db/select-from.ts'
import type { Selectable } from 'kysely'
import type { HeldReplies } from '#db/tables/held-replies.ts'
import { transaction } from '#db/transaction.ts'
import { announceOwnDraft } from '#events/announce-to-web-apps.ts'
import { readCause, withCause } from '#lib/cause.ts'
import { AppError } from '#lib/errors.ts'
import type { SendInput } from '#messages/queueing/read-send-input.ts'

/** The most replies that are read at once. */
const BATCH = 50

/** A held reply that is due. */
type DueReply = Pick<
  Selectable<HeldReplies>,
  'id' | 'membership_id' | 'input' | 'seen_until' | 'closes' | 'cause'
>

/**
 * Sends the held replies of a workspace that are due, in the order of their times, until none is left or `isOver` returns true. Each is
 * sent and deleted in one transaction, so it is sent once, whatever is killed. One that cannot be sent any more is kept with the reason,
 * and announced to its author. Returns when the next one is due, or null.
 */
export async function releaseHeldReplies(
  scope: Scope,
  isOver: () => boolean = () => false,
): Promise<Date | null> {
  while (!isOver()) {
    const due = await findDue(scope)
    if (due.length === 0) break
    for (const reply of due) {
      if (isOver()) return scope.clock.now()
      const author: Scope = { ...scope, actor: { type: 'member', id: reply.membership_id } }
      await withCause(readCause(reply.cause), () => release(author, reply))
    }
  }
  const { rows } = await prepared<{ due_at: Date }>`
    select due_at from held_replies
    where workspace_id = ${scope.workspaceId} and due_at is not null
    order by due_at limit 1`.execute(scope.db)
  return rows[0]?.due_at ?? null
}

async function findDue({ db, workspaceId, clock }: Scope): Promise<DueReply[]> {
  const { rows } = await prepared<DueReply>`
    select id, membership_id, input, seen_until, closes, cause from held_replies
    where workspace_id = ${workspaceId} and due_at <= ${clock.now()}
    order by due_at, id limit ${BATCH}`.execute(db)
  return rows
}

async function release(author: Scope, reply: DueReply): Promise<void> {
  const { id, seen_until: seenUntil, closes } = reply
  const { send } = reply.input as { send: SendInput }
  try {
    await transaction(author, async (tx) => {
      // The delete waits for an undo, and for another worker that releases the same reply.
      const { numDeletedRows } = await deleteFrom(tx, 'held_replies')
        .where('id', '=', id)
        .where('due_at', 'is not', null)
        .executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) return
      await sendReply(tx, send, {
        closes,
        ...(seenUntil && { seen_until: seenUntil.toISOString() }),
      })
    })
  } catch (err) {
    if (!(err instanceof AppError)) throw err
    await transaction(author, async (tx) => {
      await updateTable(tx, 'held_replies')
        .set({ due_at: null, error_code: err.code, error_message: err.message })
        .where('id', '=', id)
        .execute()
      await announceOwnDraft(tx, { version: id, is_deleted: false })
    })
  }
}
