import type { Scope } from '#context.ts'
import { checkQuota } from '#db/check-quota.ts'
import { selectFrom } from '#db/select-from.ts'

/** Checks that the workspace can have one more key that can be used at `now`. @throws {AppError} quota_exceeded */
export async function checkKeyQuota(tx: Scope, now: Date): Promise<void> {
  await checkQuota(tx, 'keys', async () => {
    const { count } = await selectFrom(tx, 'api_keys')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('client_id', 'is', null)
      .where('revoked_at', 'is', null)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
      .executeTakeFirstOrThrow()
    return Number(count)
  })
}
