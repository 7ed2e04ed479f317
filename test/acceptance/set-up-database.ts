import { createClient } from '#db/pool.ts'
import { createTestDatabase } from '../context.ts'
import { ADMIN, setUpWorkspace, signIn } from '../outside.ts'
import type { OutsideWorkspace } from '../outside.ts'
import { findPorts, runJson, startServer } from '../processes.ts'
import type { ProgramEnv } from '../processes.ts'

/** The agent of the workspace that `createSetUpDatabase` prepares. */
export const AGENT = { email: 'agent@shop.example', password: 'mind-the-counter' }

/** A workspace with cookies of signed-in users: of the admin for calls and for a browser, and of the agent. */
export type SetUpWorkspace = OutsideWorkspace & {
  cookies: { api: string; admin: string; agent: string }
}

const TEMPLATE = 'parley_set_up_template'

/**
 * Creates a database with the workspace that `setUpWorkspace` makes, an agent and sessions. They are made once per run of
 * tests, in a template that every later database is copied from; `env` must hold the same secrets each time.
 */
export async function createSetUpDatabase(
  env: ProgramEnv,
): Promise<{ url: string; drop: () => Promise<void>; workspace: SetUpWorkspace }> {
  const url = new URL(process.env['TEST_DATABASE_URL']!)
  const client = createClient(url.href, 'parley test')
  await client.connect()
  try {
    // Files run at the same time: the first one makes the template, the others wait for it.
    await client.query(`select pg_advisory_lock(hashtext('${TEMPLATE}'))`)
    const workspace = (await readTemplate()) ?? (await makeTemplate())
    const database = await createTestDatabase({ template: TEMPLATE })
    await confirmSessions(database.url)
    return { ...database, workspace }
  } finally {
    await client.end()
  }

  /** Returns what the template holds, from its comment, which is written last; undefined when it is not complete. */
  async function readTemplate(): Promise<SetUpWorkspace | undefined> {
    const { rows } = await client.query<{ comment: string | null }>(
      `select shobj_description(oid, 'pg_database') as comment from pg_database where datname = $1`,
      [TEMPLATE],
    )
    const comment = rows[0]?.comment
    return comment ? (JSON.parse(comment) as SetUpWorkspace) : undefined
  }

  async function makeTemplate(): Promise<SetUpWorkspace> {
    await client.query(`drop database if exists ${TEMPLATE}`)
    await client.query(`create database ${TEMPLATE} template parley_template`)
    url.pathname = `/${TEMPLATE}`
    const templateEnv = { ...env, DATABASE_URL: url.href }
    const created = await setUpWorkspace(templateEnv)
    const agent = ['--email', AGENT.email, '--password', AGENT.password, '--role', 'agent']
    await runJson(['users', 'create', '--workspace', created.workspaceId, ...agent], templateEnv)
    const workspace = { ...created, cookies: await signInUsers(templateEnv) }
    const comment = client.escapeLiteral(JSON.stringify(workspace))
    await client.query(`comment on database ${TEMPLATE} is ${comment}`)
    return workspace
  }
}

/** Signs users in once for all tests, because hashing a password takes a quarter of a second of CPU time. */
async function signInUsers(env: ProgramEnv): Promise<SetUpWorkspace['cookies']> {
  const [port] = await findPorts(1)
  const server = await startServer({ ...env, PORT: String(port) }, ['--only', 'api', '--json'])
  try {
    const url = `http://localhost:${port}`
    return {
      api: await signIn(url, ADMIN),
      admin: await signIn(url, ADMIN),
      agent: await signIn(url, AGENT),
    }
  } finally {
    await server.end()
  }
}

/** Makes sessions as fresh as right after the sign-in, so that no request asks for the password. */
async function confirmSessions(url: string): Promise<void> {
  const client = createClient(url, 'parley test')
  await client.connect()
  try {
    await client.query('update sessions set confirmed_at = now()')
  } finally {
    await client.end()
  }
}
