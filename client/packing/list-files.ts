import { readdirSync } from 'node:fs'
import { relative } from 'node:path'

/** Returns the paths of the files below a folder, relative to it and sorted, without what Python compiled. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.pyc'))
    .map((entry) => relative(folder, `${entry.parentPath}/${entry.name}`).replaceAll('\\', '/'))
    .toSorted()
}
