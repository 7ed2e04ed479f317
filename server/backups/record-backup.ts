import type { Selectable } from 'kysely'
import type { Db } from '#db/pool.ts'
import type { Backups } from '#db/tables/backups.ts'
import { newId } from '#lib/ids.ts'

/** Backups are remembered for 90 days, and the last successful one however old it is. */
const KEPT_DAYS = 90

/** A written backup, or a failed scheduled one. */
export type RecordedBackup = Omit<Selectable<Backups>, 'id'>

/** Records a backup in the directory, so that metrics and the page of the operator show its age, and forgets old ones. */
export async function recordBackup(directory: Db, backup: RecordedBackup): Promise<void> {
  await directory
    .insertInto('backups')
    .values({ id: newId(), ...backup })
    .execute()
  await directory
    .deleteFrom('backups')
    .where('started_at', '<', new Date(backup.finished_at.getTime() - KEPT_DAYS * 86_400_000))
    .where((query) =>
      query(
        'started_at',
        '<',
        query
          .selectFrom('backups')
          .select(({ fn }) => fn.max('started_at').as('at'))
          .where('error', 'is', null),
      ),
    )
    .execute()
}
