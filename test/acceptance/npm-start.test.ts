import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startProgram, findPorts, openTempDir, untilReady } from '../processes.ts'
import { waitFor } from '../wait-for.ts'

/** Lists the processes below one, each with its command. */
function descendantsOf(pid: number): { pid: number; command: string }[] {
  const listed = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
  const all = listed.split('\n').flatMap((line) => {
    const found = /^ *(\d+) +(\d+) (.*)$/.exec(line)
    return found ? [{ pid: Number(found[1]), parent: Number(found[2]), command: found[3]! }] : []
  })
  const below = new Set([pid])
  for (const id of below) for (const each of all) if (each.parent === id) below.add(each.pid)
  return all.filter((each) => each.pid !== pid && below.has(each.pid))
}

function isRunning(pid: number): boolean {
  try {
    // A zombie has ended; its parent has not noticed yet.
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

test(
  'a supervisor that ends npm start ends both processes of the server and the database, too',
  { skip: !existsSync('/proc/self/status') && 'needs the process list of Linux' },
  async () => {
    const dataDir = join(await openTempDir(), 'data')
    const [port, ingestPort, simulatorPort] = (await findPorts(3)).map(String)
    const env = {
      DATA_DIR: dataDir,
      PORT: port!,
      INGEST_PORT: ingestPort!,
      SIMULATOR_PORT: simulatorPort!,
      LOG_LEVEL: 'warn',
    }
    // The script that installs what is missing runs before, and is another test's.
    const npm = startProgram(['npm', 'start', '--ignore-scripts'], env)
    await untilReady(npm, env)
    const family = descendantsOf(npm.pid)
    for (const part of ['server/main.ts start --demo', 'server/second-process.ts', 'postgres -D'])
      assert.ok(
        family.some(({ command }) => command.includes(part)),
        `${part} is not in ${JSON.stringify(family)}`,
      )
    const { signal, code } = await npm.end('SIGTERM')
    assert.ok(signal === 'SIGTERM' || code !== null)
    await waitFor(() => family.every(({ pid }) => !isRunning(pid)))
    assert.ok(!existsSync(join(dataDir, 'postgres/postmaster.pid')))
  },
)
