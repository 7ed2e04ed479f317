import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder whose files Linux keeps in memory. */
const MEMORY = '/dev/shm'
/** Space for the databases and the temporary files of a whole run, several times over. */
const NEEDED_BYTES = 4 * 1024 ** 3
const PREFIX = 'parley-test-'
/** No run lasts that long. */
const LEFT_BEHIND_MS = 24 * 3_600_000

/**
 * Creates an empty folder for the files of one run, in memory where there is space: each of the hundreds of databases
 * of a run consists of a thousand small files, for which a disk needs many times as long. Removes what killed runs have
 * left in memory.
 */
export function openFolder(memory = MEMORY): string {
  return openIn(memory) ?? mkdtempSync(join(tmpdir(), PREFIX))
}

/** Returns undefined if `parent` does not exist or has too little space, or if programs in it may not be run. */
function openIn(parent: string): string | undefined {
  let folder: string | undefined
  try {
    for (const name of readdirSync(parent))
      if (name.startsWith(PREFIX)) removeLeftover(join(parent, name))
    const { bavail, bsize } = statfsSync(parent)
    if (bavail * bsize < NEEDED_BYTES) return undefined
    folder = mkdtempSync(join(parent, PREFIX))
    const program = join(folder, 'program')
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 })
    const { status } = spawnSync(program)
    rmSync(program)
    if (status === 0) return folder
  } catch {
    // There is no such folder on other systems.
  }
  if (folder) rmSync(folder, { recursive: true })
  return undefined
}

/** Removes the folder of a run that was killed long ago, unless it belongs to another user. */
function removeLeftover(path: string): void {
  const { mtimeMs, uid } = statSync(path)
  if (uid === process.getuid?.() && Date.now() - mtimeMs > LEFT_BEHIND_MS)
    rmSync(path, { recursive: true, force: true })
}
