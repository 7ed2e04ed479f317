import type { Scope } from '#db/context.ts'
import { deleteFrom } from '#db/select-from.ts'

/** Deletes what is stored about the availability of former members. */
export async function forgetAvailability(tx: Scope, membershipIds: string[]): Promise<void> {
  for (const table of ['member_activity', 'member_availability'] as const)
    await deleteFrom(tx, table).where('membership_id', 'in', membershipIds).execute()
}
