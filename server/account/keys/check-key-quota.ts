import type { Scope } from '#db/context.ts'
import { checkQuota } from '#db/check-quota.ts'
import { countRows } from '#db/count-rows.ts'
import { selectFrom } from '#db/select-from.ts'

/** Checks that the workspace can have one more key that can be used at `now`. @throws {AppError} quota_exceeded */
export async function checkKeyQuota(tx: Scope, now: Date): Promise<void> {
  await checkQuota(tx, 'keys', () =>
    countRows(
      selectFrom(tx, 'api_keys')
        .where('client_id', 'is', null)
        .where('revoked_at', 'is', null)
        .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)])),
    ),
  )
}
