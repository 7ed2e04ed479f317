import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** A file system of its own, or the reason why there can be none. */
type Disk = { folder: string; unmount: () => void } | { reason: string }

const SIZE = '1500m'
const CHUNK = Buffer.alloc(1024 * 1024)

/** Mounts a small file system in memory at `folder`, where that is allowed. */
export function mountDisk(folder: string, size = SIZE): Disk {
  mkdirSync(folder, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'pipe' })
  } catch {
    return { reason: 'this user may not mount a file system' }
  }
  chmodSync(folder, 0o755)
  return { folder, unmount: () => void execFileSync('umount', ['-l', folder]) }
}

/** Fills the file system of `folder` to the last byte. The returned function frees the space again. */
export async function fillDisk(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'filler')
  const file = await open(path, 'w')
  try {
    for (;;) await file.write(CHUNK)
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code !== 'ENOSPC') throw err
  } finally {
    await file.close()
  }
  return () => rm(path)
}
