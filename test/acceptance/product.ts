import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { Call } from '../app.ts'
import { createCall } from '../call.ts'
import { startPlatform, sign, whatsappEnv } from '../outside.ts'
import { findPorts, startServer } from '../processes.ts'
import type { Program, ProgramEnv } from '../processes.ts'
import { createSetUpDatabase } from './set-up-database.ts'
import type { SetUpWorkspace } from './set-up-database.ts'
import { setUpShard } from './set-up-shard.ts'

/** A running Parley: its processes, and what a test needs to use it over HTTP alone. */
export type Product = SetUpWorkspace & {
  server: Program
  /** The process of each of `parts`, in their order. */
  processes: Program[]
  /** The environment of the server, to start it again. */
  env: ProgramEnv
  /** The address of the database with the rows of the workspaces: the only one, or that of their shard. */
  tenantsUrl: string
  /** Calls with a workspace's API key that has every scope. */
  api: Call
  /** Calls with the session of the workspace's admin, as a browser sends them. */
  admin: Call
  ingest: Call
  simulator: Call
  /** Posts a body to the ingest server as the platform would, signed. */
  postSigned: (body: string, path?: string) => ReturnType<Call>
}

/** Returns the settings that lead a server to the database at a URL. */
type Connect = (url: string) => Promise<ProgramEnv>

/**
 * Starts Parley and the simulator on their own database, with a workspace, an admin, an agent, a key, a channel and a
 * form. Everything stops after the file's tests. `connect` returns the settings that lead to the database at a URL, if
 * the server is to reach it in another way. `parts` are those of each process, by default all of one.
 */
export async function startProduct(connect?: Connect, parts?: string[]): Promise<Product> {
  const { workspaces, use } = await startPrograms({ connect, parts })
  return use(workspaces[0]!)
}

/** Starts what `startProduct` starts, for `count` workspaces; `use` returns the product of one of them. */
export async function startPrograms({
  connect,
  count = 1,
  parts = ['api,ingest,worker'],
}: {
  connect?: Connect | undefined
  count?: number
  parts?: string[] | undefined
}): Promise<{ workspaces: SetUpWorkspace[]; use: (workspace: SetUpWorkspace) => Product }> {
  const [port, ingestPort, simulatorPort] = (await findPorts(3)).map(String) as [
    string,
    string,
    string,
  ]
  const options = {
    ...whatsappEnv,
    DATA_DIR: join(tmpdir(), 'parley-acceptance-unused'),
    SECRET_KEY: 'a7'.repeat(32),
    HOST: '127.0.0.1',
    PORT: port,
    INGEST_PORT: ingestPort,
    GRAPH_URL: `http://127.0.0.1:${simulatorPort}/v25.0`,
    ALLOW_LOCAL_WEBHOOKS: 'true',
    OPERATOR_EMAILS: 'ops@shop.example',
    LOG_LEVEL: 'warn',
    // Uses another build of the web app than web/dist, for those who work on it.
    ...(process.env['WEB_DIR'] && { WEB_DIR: process.env['WEB_DIR'] }),
  }
  const { url, drop, workspaces } = await createSetUpDatabase(options.SECRET_KEY, count)
  // Runs the same tests with the workspaces on a shard of their own.
  const shard = process.env['TEST_SHARDED'] && !connect ? await setUpShard(url) : undefined
  const settings = (await connect?.(url)) ?? shard?.env ?? { DATABASE_URL: url }
  const env = { ...options, ...settings }
  const programs: Program[] = []
  after(async () => {
    await Promise.all(programs.map((program) => program.end()))
    await Promise.all([drop(), shard?.drop()])
  })
  const ingestUrl = `http://127.0.0.1:${ingestPort}`
  const apiUrl = `http://localhost:${port}`
  programs.push(await startPlatform({ port: simulatorPort, ingestUrl }))
  for (const only of parts) programs.push(await startServer(env, ['--only', only, '--json']))
  const server = programs[1]!
  const ingest = createCall(ingestUrl)
  const simulator = createCall(`http://127.0.0.1:${simulatorPort}`)
  const use = (workspace: SetUpWorkspace): Product => ({
    server,
    processes: programs.slice(1),
    env,
    tenantsUrl: shard?.url ?? url,
    ...workspace,
    api: createCall(apiUrl, { authorization: `Bearer ${workspace.key}` }),
    admin: createCall(apiUrl, { origin: apiUrl, cookie: workspace.cookies.api }),
    ingest,
    simulator,
    postSigned: (body, path = '/webhook/whatsapp') =>
      ingest(`POST ${path}`, { body, headers: { 'x-hub-signature-256': sign(body) } }),
  })
  return { workspaces, use }
}
