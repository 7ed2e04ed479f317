import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { UNFINISHED } from './write-blocks.ts'

const NAME = /^parley-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/

/** Age from which an unfinished file was left behind by a killed process. */
const UNFINISHED_MS = 24 * 3_600_000

/** Returns the name of a backup in a folder. Names sort by time. */
export function nameBackup(at: Date): string {
  return `parley-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`
}

/**
 * Removes the oldest backups in a folder, so that `keep` are left, and the remains of killed ones. Files with other names
 * are left alone. Returns the names of the removed backups.
 */
export async function removeOldBackups(folder: string, keep: number): Promise<string[]> {
  const names = await readdir(folder)
  const backups = names.filter((name) => NAME.test(name)).toSorted()
  const old = backups.slice(0, Math.max(0, backups.length - keep))
  for (const name of old) await rm(join(folder, name), { force: true })
  for (const name of names.filter(isUnfinished)) {
    const file = await stat(join(folder, name)).catch(() => undefined)
    if (file && file.mtimeMs < Date.now() - UNFINISHED_MS)
      await rm(join(folder, name), { force: true })
  }
  return old
}

function isUnfinished(name: string): boolean {
  const [backup = ''] = name.split('.backup.', 1)
  return NAME.test(`${backup}.backup`) && name.endsWith(UNFINISHED)
}
