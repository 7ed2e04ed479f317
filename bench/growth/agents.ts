import { readFile, readdir } from 'node:fs/promises'
import { Pool } from 'undici'
import type { Scope } from '#db/context.ts'
import { atRate } from '../at-rate.ts'
import { cpuMs, cpuWithChildrenMs } from '../load.ts'
import { pssMiB } from '../memory.ts'
import { seedMembers } from '../streams/seed-members.ts'
import { createStreamReaders } from '../streams/stream-readers.ts'

/** Agents whose web app is open while the others are measured. */
const AGENTS = 200
/** Conversations that they open per second, and for how long. */
const OPENED_PER_SECOND = 20
const SECONDS = 15
const MIB = 1_048_576

/**
 * The cost of agents. `memoryBytes`: what the API process needs for an open web app. `opened…Ms`: CPU of opening a conversation, of
 * the API and of PostgreSQL. `eventMs`: CPU of the API for one event in the stream of one agent.
 */
export type AgentCost = {
  memoryBytes: number
  openedApiMs: number
  openedPostgresMs: number
  eventMs: number
}

/** The memory in MiB of each process after messages, and of PostgreSQL with its connections. */
export type Memory = { api: number; ingest: number; worker: number; postgres: number }

/** The product whose agents are measured. `receive` lets customers write for some seconds, and returns the number of messages. */
type Measured = {
  scope: Scope
  chats: { id: string }[]
  apiUrl: string
  apiPid: number
  postmaster: number
  receive: (seconds: number) => Promise<number>
}

/** Measures what agents cost: they open the web app, then conversations, then customers write to all of them. */
export async function measureAgents(measured: Measured): Promise<AgentCost> {
  const { scope, chats, apiUrl, apiPid, postmaster, receive } = measured
  const cookies = await seedMembers(scope, AGENTS)
  const memoryBefore = await pssMiB(apiPid)
  const readers = createStreamReaders([apiUrl], 1)
  await readers.open(
    cookies.map((cookie) => ({ workspace: 0, path: '/api/app/live', headers: { cookie } })),
  )
  const memoryBytes = (((await pssMiB(apiPid)) - memoryBefore) * MIB) / AGENTS

  const pool = new Pool(apiUrl, { connections: 64 })
  const call = async (method: 'GET' | 'POST', path: string, cookie: string, body?: object) => {
    const answer = await pool.request({
      method,
      path,
      headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.body.text()
    if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}: ${text}`)
  }
  // What the web app asks when an agent opens a conversation.
  const openConversation = async (index: number) => {
    const cookie = cookies[index % AGENTS]!
    const { id } = chats[index % chats.length]!
    await Promise.all([
      call('GET', `/api/v1/chats/${id}/thread`, cookie),
      call('GET', `/api/v1/chats/${id}/can-send`, cookie),
      call('POST', '/api/app/presence', cookie, { conversation_id: id, state: 'viewing' }),
    ])
    await call('POST', `/api/v1/chats/${id}/read`, cookie, {})
  }
  const measure = async (run: () => Promise<number>) => {
    const before = [await cpuMs(apiPid), await cpuWithChildrenMs(postmaster)] as const
    const count = await run()
    return {
      api: ((await cpuMs(apiPid)) - before[0]) / count,
      postgres: ((await cpuWithChildrenMs(postmaster)) - before[1]) / count,
    }
  }
  await openConversation(0)
  const opened = await measure(async () => {
    const done = await atRate({ perSecond: OPENED_PER_SECOND, seconds: SECONDS }, async (index) =>
      openConversation(index),
    )
    return done.length
  })
  const received = readers.counts.events
  const before = await cpuMs(apiPid)
  await receive(SECONDS)
  const eventMs = ((await cpuMs(apiPid)) - before) / (readers.counts.events - received)
  readers.close([0])
  await pool.close()
  return { memoryBytes, openedApiMs: opened.api, openedPostgresMs: opened.postgres, eventMs }
}

/** Reads the memory of the processes; that of PostgreSQL is the sum of its processes, with shared pages once. */
export async function readMemory(
  pids: Record<'api' | 'ingest' | 'worker', number>,
  postmaster: number,
): Promise<Memory> {
  const children = await readChildren(postmaster)
  const shares = await Promise.all(
    [postmaster, ...children].map((pid) => pssMiB(pid).catch(() => 0)),
  )
  return {
    api: await pssMiB(pids.api),
    ingest: await pssMiB(pids.ingest),
    worker: await pssMiB(pids.worker),
    postgres: shares.reduce((sum, share) => sum + share, 0),
  }
}

/** Returns the processes whose parent is `parent`. Source: proc(5), stat. */
async function readChildren(parent: number): Promise<number[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const parents = await Promise.all(
    names.map(async (name) => {
      const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    }),
  )
  return names.filter((_, index) => parents[index] === parent).map(Number)
}
