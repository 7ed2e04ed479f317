import { createClient } from '#db/pool.ts'
import { createTestDatabase } from '../context.ts'
import { setUpWorkspace } from '../outside.ts'
import type { OutsideWorkspace } from '../outside.ts'
import { runJson } from '../processes.ts'
import type { ProgramEnv } from '../processes.ts'

/** The agent of the workspace that `createSetUpDatabase` prepares. */
export const AGENT = { email: 'agent@shop.example', password: 'mind-the-counter' }

const TEMPLATE = 'parley_set_up_template'

/**
 * Creates a database with the workspace that `setUpWorkspace` makes and an agent. The command line makes them once per
 * run of tests, in a template that every later database is copied from; `env` must hold the same secrets each time.
 */
export async function createSetUpDatabase(
  env: ProgramEnv,
): Promise<{ url: string; drop: () => Promise<void>; workspace: OutsideWorkspace }> {
  const url = new URL(process.env['TEST_DATABASE_URL']!)
  const client = createClient(url.href, 'parley test')
  await client.connect()
  try {
    // Files run at the same time: the first one makes the template, the others wait for it.
    await client.query(`select pg_advisory_lock(hashtext('${TEMPLATE}'))`)
    const workspace = (await readTemplate()) ?? (await makeTemplate())
    return { ...(await createTestDatabase({ template: TEMPLATE })), workspace }
  } finally {
    await client.end()
  }

  /** Returns what the template holds, from its comment, which is written last; undefined when it is not complete. */
  async function readTemplate(): Promise<OutsideWorkspace | undefined> {
    const { rows } = await client.query<{ comment: string | null }>(
      `select shobj_description(oid, 'pg_database') as comment from pg_database where datname = $1`,
      [TEMPLATE],
    )
    const comment = rows[0]?.comment
    return comment ? (JSON.parse(comment) as OutsideWorkspace) : undefined
  }

  async function makeTemplate(): Promise<OutsideWorkspace> {
    await client.query(`drop database if exists ${TEMPLATE}`)
    await client.query(`create database ${TEMPLATE} template parley_template`)
    url.pathname = `/${TEMPLATE}`
    const templateEnv = { ...env, DATABASE_URL: url.href }
    const workspace = await setUpWorkspace(templateEnv)
    const agent = ['--email', AGENT.email, '--password', AGENT.password, '--role', 'agent']
    await runJson(['users', 'create', '--workspace', workspace.workspaceId, ...agent], templateEnv)
    const comment = client.escapeLiteral(JSON.stringify(workspace))
    await client.query(`comment on database ${TEMPLATE} is ${comment}`)
    return workspace
  }
}
