import { routeBusinessAccount } from '#channels/create-channel.ts'
import { isBusinessAccountShared, leaveBusinessAccount } from '#channels/disconnect-channel.ts'
import type { Effect, Scope } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { defer } from '#db/outbox/defer.ts'
import { updateById } from '#db/update-by-id.ts'
import type { ChannelType } from '#shared/channel-types.ts'

/** A connected channel, the business account that a payload names with it, and the one that was known before. */
type Learned = {
  id: string
  platform: ChannelType
  businessAccount: string
  former: string | null
}

/** Ends a transaction in which payloads name business accounts that are not routed to the workspace yet. */
export class UnknownBusinessAccounts extends Error {
  readonly learned: Learned[]

  constructor(learned: Learned[]) {
    super('The business accounts of channels are not known yet.')
    this.learned = learned
  }
}

/** Stores the business account of a channel, whose reports are routed to the workspace now. */
export const businessAccountLearnedEffect: Effect<Pick<Learned, 'id' | 'businessAccount'>> = {
  kind: 'business_account_learned',
  async apply(tx, { id, businessAccount }) {
    await updateById(tx, 'channels', id, { business_account: businessAccount })
  },
}

/**
 * Runs `run`, whose transaction may end with `UnknownBusinessAccounts`: then routes the business accounts to the workspace
 * and runs it again. That happens once per channel, so that all other payloads cost nothing more.
 */
export async function withBusinessAccounts<T>(scope: Scope, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (err) {
    if (!(err instanceof UnknownBusinessAccounts)) throw err
    await learnBusinessAccounts(scope, err)
    return run()
  }
}

/** Routes the business accounts of an error to the workspace. */
export async function learnBusinessAccounts(
  scope: Scope,
  { learned }: UnknownBusinessAccounts,
): Promise<void> {
  for (const each of learned) await learn(scope, each)
}

async function learn(scope: Scope, learned: Learned): Promise<void> {
  const { id, platform, businessAccount, former } = learned
  const isShared = await isBusinessAccountShared(scope, { id, business_account: former })
  await directoryTransaction(scope, async (tx) => {
    await routeBusinessAccount(tx, platform, businessAccount)
    if (former !== null && !isShared) await leaveBusinessAccount(tx, platform, former)
    await defer(tx, businessAccountLearnedEffect, { id, businessAccount })
  })
}
