import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A process is killed so often, and another started in its place. */
const KILL_MS = 1_500
/** Processes that work at a time. */
const PROCESSES = 3

type Given = { kind: 'rules' | 'sla'; url: string; kills: number }

/**
 * Starts processes that follow events, lets `plant` prepare work that is due in the given seconds, and kills the processes one after the
 * other, in the middle of their work. `finish` waits for the end of the work; then the last ones are killed.
 */
export async function killFollowers(
  { kind, url, kills }: Given,
  plant: (seconds: number) => Promise<void>,
  finish: () => Promise<unknown>,
): Promise<void> {
  const workers = await Promise.all(Array.from({ length: PROCESSES }, () => start(kind, url)))
  try {
    await plant((kills * KILL_MS) / 1000)
    const startedAt = performance.now()
    for (let killed = 0; killed < kills; killed++) {
      await sleep(Math.max(0, startedAt + (killed + 1) * KILL_MS - performance.now()))
      const index = killed % PROCESSES
      workers[index]!.kill('SIGKILL')
      workers[index] = await start(kind, url)
    }
    await finish()
  } finally {
    for (const worker of workers) worker.kill('SIGKILL')
  }
}

async function start(kind: string, url: string): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'follower-process.ts'), [kind, url])
  await once(child, 'message')
  return child
}
