import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Call } from '../app.ts'
import { createCall } from '../call.ts'
import type { Ledger } from '../crash/ledger.ts'
import { startLoad } from '../crash/load.ts'
import type { Kill } from '../crash/part.ts'
import { createPatientClient } from '../crash/patient-client.ts'
import { startPlatformRecorder } from '../crash/platform-recorder.ts'
import { createRandom } from '../crash/random.ts'
import { registerReceivers, registerTroubled } from '../crash/receivers.ts'
import type { CrashReceiver } from '../crash/receivers.ts'
import { openChats } from '../crash/run-crash.ts'
import { readAdminCookie, setUpWorkspace, startPlatform, whatsappEnv } from '../outside.ts'
import type { OutsideWorkspace } from '../outside.ts'
import { findPorts } from '../processes.ts'
import type { ProgramEnv } from '../processes.ts'
import { startTcpProxy } from '../tcp-proxy.ts'
import type { Stage } from './act.ts'
import type { DrillOptions } from './drill-options.ts'
import { openPrograms } from './drill-programs.ts'
import type { Failure } from './failures.ts'
import { startReplicatedDatabase } from './replicated-database.ts'
import { mountDisk } from './small-disk.ts'
import { unpackRelease } from './unpack-release.ts'
import { waitUntilCalm } from './wait-until-calm.ts'

/**
 * Everything that runs in a drill. `admin` and `cookie` are of a member. Everything must reach the receivers `healthy`, of which
 * the last one gets many deliveries at once, and `flapping`; nothing reaches `hanging`.
 */
type OpenStage = {
  stage: Stage
  target: OutsideWorkspace
  api: Call
  admin: Call
  cookie: string
  load: ReturnType<typeof startLoad>
  receivers: { healthy: CrashReceiver[]; flapping: CrashReceiver; hanging: CrashReceiver }
}

/** Clients of each kind, compared with the crash run: more than the pool of a process has connections. */
const CROWD = 3

/** How much longer the clients pause than the busiest: both workers keep up with it on two busy cores, also after an absence. */
const PATIENCE = 6

const SITE = 'https://shop.example'

/** Starts the database, the platform, the processes, the receivers and the load of a drill, which `stack` ends. */
export async function openStage(
  options: DrillOptions,
  ledger: Ledger,
  stack: AsyncDisposableStack,
): Promise<OpenStage> {
  const { log } = options
  const random = createRandom(options.seed)
  const root = await mkdtemp(join(tmpdir(), 'parley-drill-'))
  stack.defer(() => rm(root, { recursive: true, force: true }))
  const has = (failure: Failure) => options.failures.includes(failure)
  const disk = has('full disk') ? mountDisk(join(root, 'disk')) : undefined
  if (disk && 'folder' in disk) stack.defer(disk.unmount)
  const previous = has('upgrade')
    ? unpackRelease(join(root, 'previous'), options.release)
    : undefined
  const previousProgram = previous && 'program' in previous ? { program: previous.program } : {}
  /** The processes that were killed or frozen: something that they were sending may arrive twice. */
  const kills: Kill[] = []
  const programs = await openPrograms((name, pid, at) => {
    log(`${name} was ended by force, because it did not stop in time`)
    kills.push({ name, pid, at, how: 'ended by force' })
  }, options.logs)
  stack.defer(programs.close)
  const { ingestUrl } = programs
  const [simulatorPort] = (await findPorts(1)).map(String) as [string]
  const platform = await startPlatformRecorder(`http://127.0.0.1:${simulatorPort}`)
  stack.defer(platform.close)
  const baseEnv: ProgramEnv = {
    ...whatsappEnv,
    DATA_DIR: join(root, 'files'),
    SECRET_KEY: 'c4'.repeat(32),
    HOST: '127.0.0.1',
    GRAPH_URL: `${platform.url}/v25.0`,
    ALLOW_LOCAL_WEBHOOKS: 'true',
    DRAIN_SECONDS: '3',
    LOG_LEVEL: 'error',
  }
  let workspace: OutsideWorkspace | undefined
  const folder = disk && 'folder' in disk ? disk.folder : root
  const database = await startReplicatedDatabase(folder, async (url) => {
    const env = { ...baseEnv, DATABASE_URL: url }
    workspace = await setUpWorkspace(env, { script: previousProgram.program })
  })
  stack.defer(database.stop)
  const proxies = await Promise.all(
    [database.primaryUrl, database.replicaUrl].map((url) => startTcpProxy(new URL(url))),
  )
  for (const proxy of proxies) stack.defer(proxy.close)
  const [one, other] = proxies.map(({ url }) => new URL(url)) as [URL, URL]
  const url = `postgres://${one.username}:${one.password}@${one.host},${other.host}${one.pathname}`
  const env: ProgramEnv = { ...baseEnv, DATABASE_URL: url }

  const simulation = await startPlatform(
    { port: simulatorPort, ingestUrl },
    { LOG_LEVEL: 'silent' },
  )
  stack.defer(async () => void (await simulation.end()))
  const simulator = createCall(`http://127.0.0.1:${simulatorPort}`)
  await programs.startAll({ env, ...previousProgram })

  const target = workspace!
  const api = createCall(programs.apiUrl, { authorization: `Bearer ${target.key}` })
  const cookie = await readAdminCookie(programs.directApiUrl)
  const admin = createCall(programs.apiUrl, { origin: programs.apiUrl, cookie })
  const healthy = await registerReceivers(admin, { ...options, rounds: 1, seconds: 60 }, random)
  const { flapping, hanging } = await registerTroubled(admin, random)
  for (const { receiver } of [...healthy, flapping, hanging]) stack.defer(() => receiver.close())
  const webChat = await admin('POST /api/developer/web-chats', {
    body: { name: 'Shop', allowed_origins: [SITE] },
  })
  const openLoad: Stage['openLoad'] = async (workspace, ledgerOf, chat) => {
    const { key, workspaceId } = workspace
    const calls = createCall(programs.apiUrl, { authorization: `Bearer ${key}` })
    const known = await openChats(calls, ingestUrl, workspace, 24)
    await stage
      .db()
      .query(
        'update channels set send_rate = 1000, send_pair_burst = 1000000 where workspace_id = $1',
        [workspaceId],
      )
    return startLoad(
      {
        ...workspace,
        ...known,
        apiUrls: [programs.apiUrl],
        ingestUrls: [ingestUrl],
        ...(chat && { webChat: chat }),
      },
      ledgerOf,
      random,
      { crowd: CROWD, patience: options.patience ?? PATIENCE },
    )
  }
  const stage: Stage = {
    programs,
    platform,
    database,
    databaseUrl: database.primaryUrl,
    db: () => createPatientClient(stage.databaseUrl),
    kills,
    log,
    proxy: proxies[0]!,
    disk,
    previous,
    env,
    simulator,
    ledger,
    neighbors: [],
    openLoad,
    slowDown: (factor) => load.slowDown(factor),
    calm: () => waitUntilCalm(ledger),
    defer: (cleanUp) => stack.defer(cleanUp),
  }
  const load = await openLoad(target, ledger, { publicId: webChat.body.public_id, origin: SITE })
  stack.defer(() => load.stop().catch(() => undefined))
  const receivers = { healthy, flapping, hanging }
  return { stage, target, api, admin, cookie, load, receivers }
}
