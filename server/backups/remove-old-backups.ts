import type { BackupPlace } from './backup-place.ts'

const NAME = /^parley-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/

/** Returns the name of a backup in a folder or a bucket. Names sort by time. */
export function nameBackup(at: Date): string {
  return `parley-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`
}

/** Returns the names of the backups in a folder or a bucket, the oldest first. Files with other names are left out. */
export async function listBackups(place: BackupPlace): Promise<string[]> {
  return (await place.list()).filter((name) => NAME.test(name)).toSorted()
}

/**
 * Removes the oldest backups, so that `keep` are left, and the remains of killed ones. The backup `written`, which must
 * have been checked, is always one of those that are left, also if a wrong clock named another one later. Files with other
 * names are left alone. Returns the names of the removed backups.
 */
export async function removeOldBackups(
  place: BackupPlace,
  { keep, written }: { keep: number; written: string },
): Promise<string[]> {
  const others = (await listBackups(place)).filter((name) => name !== written)
  const old = others.slice(0, Math.max(0, others.length + 1 - keep))
  for (const name of old) await place.remove(name)
  await place.removeUnfinished()
  return old
}
