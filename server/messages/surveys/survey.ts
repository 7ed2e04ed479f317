import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { lockFollower } from '#followers/lock-follower.ts'
import { CSAT_COMMENT_MS } from '#shared/csat.ts'
import { ask, lockAskedChat, thank } from './ask.ts'
import { planRounds } from './plan-rounds.ts'

/**
 * Asks customers for ratings: plans the questions about rounds that ended, and sends the questions and thanks that are due, each in a
 * transaction with the row that says so. Returns up to which event it planned, and when the next one is due.
 */
export async function survey(
  scope: Scope,
  followed: { position: number; head: number },
  isOver: () => boolean,
): Promise<{ position: number; dueAt: Date | null }> {
  let { position } = followed
  while (position < followed.head && !isOver())
    position = await planRounds(scope, { position, head: followed.head })
  while (!isOver()) if (!(await settleNext(scope))) break
  return { position, dueAt: await findNextDue(scope) }
}

/** Does the first thing that is due. Returns whether there was one. */
async function settleNext(scope: Scope): Promise<boolean> {
  return transaction(scope, async (tx) => {
    await lockFollower(tx, 'csat')
    const due = await selectFrom(tx, 'csat_requests')
      .select(['id', 'chat_id'])
      .where('due_at', '<=', tx.clock.now())
      .orderBy('due_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!due) return false
    // The order of locks: the conversation before what belongs to it.
    const chat = await lockAskedChat(tx, due.chat_id)
    const request = await selectFrom(tx, 'csat_requests')
      .select([
        'id',
        'chat_id',
        'round_at',
        'team_id',
        'language',
        'state',
        'due_at',
        'answered_at',
      ])
      .where('id', '=', due.id)
      .forUpdate()
      .executeTakeFirst()
    // It was erased with its conversation meanwhile, or done.
    if (!chat || !request?.due_at) return true
    if (request.state === 'due') await ask(tx, request, chat)
    else await thank(tx, request, chat, CSAT_COMMENT_MS)
    return true
  })
}

async function findNextDue(scope: Scope): Promise<Date | null> {
  const next = await selectFrom(scope, 'csat_requests')
    .select('due_at')
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return next?.due_at ?? null
}
