import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** The longest path of a socket in bytes. Source: unix(7), where `sun_path` has 108 with the final zero; 104 on macOS. */
const PATH_BYTES_MAX = process.platform === 'linux' ? 107 : 103

/**
 * Returns whether PostgreSQL can listen on a Unix socket in a folder: not on Windows, where the path would be too long, or on file
 * systems without sockets, such as some that a virtual machine shares with its host.
 */
export async function canHoldSocket(folder: string): Promise<boolean> {
  if (process.platform === 'win32') return false
  // As long as the name that PostgreSQL chooses for the highest port.
  const path = join(folder, '.s.PGSQL.probe')
  if (Buffer.byteLength(path) > PATH_BYTES_MAX) return false
  rmSync(path, { force: true })
  const server = createServer().listen(path)
  try {
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
}
