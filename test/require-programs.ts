import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** How a reason begins that makes a run with CI=true fail. */
export const MISSING = 'missing:'

/**
 * Returns false if all programs are installed, else a reason to skip a test. A run with CI=true fails by it, so name only
 * programs that `npm test` fetches or that come with every system.
 */
export function requirePrograms(...names: string[]): string | false {
  const missing = names.filter((name) => !isInstalled(name))
  return missing.length > 0 && `${MISSING} ${missing.join(', ')}`
}

/**
 * Returns false if a program is installed, else a reason to skip a test. For a program that has to be installed by hand:
 * the end of a run names it, and it fails none.
 */
export function findProgram(name: string): string | false {
  return !isInstalled(name) && `on demand: install ${name}`
}

function isInstalled(name: string): boolean {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.some((folder) => existsSync(join(folder, name)))
}
