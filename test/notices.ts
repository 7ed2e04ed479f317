import { readAudience, recordNotice } from '#account/notices/record-notice.ts'
import type { Notice } from '#account/notices/schema.ts'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'

/** Records a notice for the admins of a workspace. */
export async function testNotice(scope: Scope, notice: Notice): Promise<void> {
  const audience = await readAudience(scope)
  await transaction(scope, (tx) => recordNotice(tx, notice, audience))
}
