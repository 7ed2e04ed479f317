import { createClient } from '#db/pool.ts'
import { createTestDatabase } from '../context.ts'
import type { OutsideWorkspace } from '../outside.ts'

/** The agent of the first workspace that `createSetUpDatabase` prepares. */
export const AGENT = { email: 'agent@shop.example', password: 'mind-the-counter' }

/** A workspace with its users' addresses and cookies. The admin has a session for calls and one for a browser. */
export type SetUpWorkspace = OutsideWorkspace & {
  emails: { admin: string; agent: string }
  cookies: { api: string; admin: string; agent: string }
}

const TEMPLATE = 'parley_set_up_template_'

/**
 * Creates a database with `count` workspaces. They are made once per run of tests, in a template that every later database
 * with as many workspaces is copied from; `secretKey` must be the same each time.
 */
export async function createSetUpDatabase(
  secretKey: string,
  count = 1,
): Promise<{ url: string; drop: () => Promise<void>; workspaces: SetUpWorkspace[] }> {
  const template = `${TEMPLATE}${count}`
  const url = new URL(process.env['TEST_DATABASE_URL']!)
  const client = createClient(url.href, 'parley test')
  await client.connect()
  try {
    // Files run at the same time: the first one makes the template, the others wait for it.
    await client.query(`select pg_advisory_lock(hashtext('${template}'))`)
    const workspaces = (await readTemplate()) ?? (await makeTemplate())
    const database = await createTestDatabase({ template })
    await confirmSessions(database.url)
    return { ...database, workspaces }
  } finally {
    await client.end()
  }

  /** Returns what the template holds, from its comment, which is written last; undefined when it is not complete. */
  async function readTemplate(): Promise<SetUpWorkspace[] | undefined> {
    const { rows } = await client.query<{ comment: string | null }>(
      `select shobj_description(oid, 'pg_database') as comment from pg_database where datname = $1`,
      [template],
    )
    const comment = rows[0]?.comment
    return comment ? (JSON.parse(comment) as SetUpWorkspace[]) : undefined
  }

  async function makeTemplate(): Promise<SetUpWorkspace[]> {
    await client.query(`drop database if exists ${template}`)
    await client.query(`create database ${template} template parley_template`)
    url.pathname = `/${template}`
    // Loads half of the server, which the files that find the template don't need.
    const { setUpWorkspaces } = await import('./set-up-workspaces.ts')
    const key = Buffer.from(secretKey, 'hex')
    const workspaces = await setUpWorkspaces(url.href, key, count)
    const comment = client.escapeLiteral(JSON.stringify(workspaces))
    await client.query(`comment on database ${template} is ${comment}`)
    return workspaces
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
