import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import autocannon from 'autocannon'
import { waitFor } from '#test/wait-for.ts'

/**
 * The result of a load: requests per second, latencies in milliseconds, responses other than 2xx. `percentiles` are the
 * latencies by their percentile, such as `97.5`.
 */
export type LoadResult = {
  rate: number
  p50: number
  p99: number
  refused: number
  percentiles: Record<string, number>
}

/** The percentiles of a load that are kept, and their names in its result. */
const PERCENTILES = {
  '50': 'p50',
  '75': 'p75',
  '90': 'p90',
  '97.5': 'p97_5',
  '99': 'p99',
  '99.9': 'p99_9',
} as const

/** A server process under load. */
type ServerProcess = { url: string; pid: number; stop: () => Promise<void> }

/** Starts `node …args` with `env` and a free port in `portVariable`, and waits until it answers. */
export async function startServer(
  args: string[],
  env: Record<string, string>,
  portVariable = 'PORT',
): Promise<ServerProcess> {
  const port = await freePort()
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env, [portVariable]: String(port) },
  })
  const url = `http://127.0.0.1:${port}`
  await waitFor(() => fetch(`${url}/health/ready`).catch(() => undefined), { timeoutMs: 60_000 })
  return { url, pid: child.pid!, stop: () => stop(child) }
}

/**
 * Sends requests over 64 connections for `seconds`: posts `bodies` in turn, or a new body of `nextBody` each time, or
 * gets `url`, with a new query of `nextQuery` each time. With `nextPath`, each body has a path of its own; `method` is POST
 * by default. `sign` gives the headers that depend on a body.
 */
export async function load(options: {
  url: string
  seconds: number
  headers: Record<string, string>
  bodies?: unknown[]
  nextBody?: () => unknown
  nextPath?: () => string
  nextQuery?: () => string
  method?: 'POST' | 'PATCH'
  sign?: (body: string) => Record<string, string>
}): Promise<LoadResult> {
  const { bodies = [], nextBody, nextQuery } = options
  const common = { 'content-type': 'application/json', ...options.headers }
  const given = bodies.map((each) => {
    const body = JSON.stringify(each)
    return { body, headers: { ...common, ...options.sign?.(body) } }
  })
  const fresh = nextBody && {
    setupRequest: (request: autocannon.Request) => ({
      ...request,
      headers: { ...request.headers, ...common },
      ...(options.nextPath && { path: options.nextPath() }),
      body: JSON.stringify(nextBody()),
    }),
  }
  const ownQuery = nextQuery && {
    setupRequest: (request: autocannon.Request) => ({
      ...request,
      path: `${new URL(options.url).pathname}?${nextQuery()}`,
    }),
  }
  const isRead = bodies.length === 0 && !nextBody
  const result = await autocannon({
    url: options.url,
    connections: 64,
    duration: options.seconds,
    ...(isRead
      ? {
          method: 'GET',
          headers: options.headers,
          ...(ownQuery && { requests: [ownQuery] }),
        }
      : { method: options.method ?? 'POST', requests: fresh ? [fresh] : given }),
  })
  return {
    rate: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    percentiles: Object.fromEntries(
      Object.entries(PERCENTILES).map(([percentile, name]) => [percentile, result.latency[name]]),
    ),
    refused: result.non2xx + result.errors,
  }
}

/** The most memory that a process has had resident, in MiB. Source: proc(5), VmHWM. */
export async function peakMemoryMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)![1]) / 1024
}

/** The CPU that a process has used so far, in ms: unlike speed, it hardly changes with what else the machine does. */
export async function cpuMs(pid: number): Promise<number> {
  return (await readCpu(pid)).own
}

/** The CPU that a process and its children have used so far, in ms, also those that have exited. */
export async function cpuWithChildrenMs(pid: number): Promise<number> {
  const pids = await listChildren(pid)
  // A child that exits at this moment is missing once.
  const each = await Promise.all(pids.map((id) => cpuMs(id).catch(() => 0)))
  const { own, exited } = await readCpu(pid)
  return each.reduce((sum, ms) => sum + ms, own + exited)
}

/** Lists the processes that a process has started and that run. Source: proc(5), children. */
export async function listChildren(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.trim().split(/\s+/).filter(Boolean).map(Number)
}

/** Reads the CPU of a process and of its children that have exited, in ms. */
async function readCpu(pid: number): Promise<{ own: number; exited: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const [user, system, exitedUser, exitedSystem] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number)
  // Source: proc(5), utime, stime, cutime and cstime in ticks of 10 ms.
  return { own: (user! + system!) * 10, exited: (exitedUser! + exitedSystem!) * 10 }
}

/** A port that nobody listens on just now. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exited
}
