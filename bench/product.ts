import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPorts, startServer } from '#test/processes.ts'
import type { Program } from '#test/processes.ts'
import { waitFor } from '#test/wait-for.ts'
import type { BenchDatabase } from './database.ts'

/** The PostgreSQL role whose statements a benchmark counts: mostly that of its worker. */
export const WORKER_ROLE = 'bench_worker'

/** Parley's API as a process of its own, on the database of a benchmark. */
export async function startApi(
  database: BenchDatabase,
): Promise<{ url: string; program: Program }> {
  const [port] = await findPorts(1)
  const env = { ...benchEnvironment(database.url), PORT: String(port) }
  const program = await startServer(env, ['--only', 'api', '--json'])
  return { url: `http://127.0.0.1:${port}`, program }
}

/** Returns the address of a benchmark's database for the role whose statements are counted. */
export async function countedUrl(database: BenchDatabase): Promise<string> {
  const url = new URL(database.url)
  url.username = WORKER_ROLE
  await database.query(
    `do $$ begin
      if not exists (select from pg_roles where rolname = '${WORKER_ROLE}') then
        create role ${WORKER_ROLE} superuser login password '${url.password}';
      end if;
    end $$`,
  )
  return url.href
}

/** Parley's ingest as a process of its own, on the database of a benchmark; `testConfig` has the app's secret. */
export async function startIngest(
  database: BenchDatabase,
): Promise<{ url: string; program: Program }> {
  const [port] = await findPorts(1)
  const env = {
    ...benchEnvironment(database.url),
    INGEST_PORT: String(port),
    WHATSAPP_APP_SECRET: 'test_app_secret',
  }
  const program = await startServer(env, ['--only', 'ingest', '--json'])
  return { url: `http://127.0.0.1:${port}`, program }
}

/**
 * A worker as a process of its own, on the database of a benchmark.
 *
 * profileDir: where it leaves a CPU profile at its end, for Chrome's developer tools. isProbed: whether `readLoopWait` works.
 */
export async function startWorker(
  database: BenchDatabase,
  options: { profileDir?: string | undefined; isProbed?: boolean } = {},
): Promise<Program> {
  const url = await countedUrl(database)
  const { profileDir, isProbed } = options
  const nodeOptions = [
    ...(profileDir ? ['--cpu-prof', `--cpu-prof-dir=${profileDir}`] : []),
    ...(isProbed ? ['--import', join(import.meta.dirname, 'loop-probe.ts')] : []),
  ]
  const env = {
    ...benchEnvironment(url),
    ...(nodeOptions.length > 0 && { NODE_OPTIONS: nodeOptions.join(' ') }),
  }
  return startServer(env, ['--only', 'worker', '--json'])
}

/**
 * Returns how long arrivals waited for the event loop of a probed worker since the last call, in ms: 0.3 % of them waited
 * longer.
 */
export async function readLoopWait(worker: Program): Promise<number> {
  const read = () => [...worker.stdout().matchAll(/^\{"loop_wait_ms":([\d.]+)\}$/gm)]
  const before = read().length
  process.kill(worker.pid, 'SIGUSR2')
  await waitFor(() => read().length > before, { what: 'the probe of the worker' })
  return Number(read().at(-1)![1])
}

/**
 * Returns the variables of a process on the database of a benchmark. The secret key is that of `testConfig`, with which a
 * benchmark makes its endpoints.
 */
export function benchEnvironment(databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(tmpdir(), 'parley-bench-unused'),
    SECRET_KEY: '07'.repeat(32),
    HOST: '127.0.0.1',
    ALLOW_LOCAL_WEBHOOKS: 'true',
    LOG_LEVEL: 'warn',
  }
}
