import { createHmac, randomInt } from 'node:crypto'
import type { Call } from './app.ts'
import { createCall } from './call.ts'
import { runJson, startSimulator } from './processes.ts'
import type { Program, ProgramEnv } from './processes.ts'
import { sessionCookieOf } from './answer.ts'

const APP_SECRET = 'acceptance-app-secret'

/** The settings that the platform and the ingest server share. */
export const whatsappEnv: ProgramEnv = {
  WHATSAPP_APP_SECRET: APP_SECRET,
  WHATSAPP_VERIFY_TOKEN: 'knock-knock',
}

/** The access token of the channel that `setUpWorkspace` creates. */
export const CHANNEL_TOKEN = 'sim_acceptance'

/** The admin of the workspace that `setUpWorkspace` creates. */
export const ADMIN = { email: 'admin@shop.example', password: 'open-the-shutters' }

/** The parts of a workspace that a test uses from outside. */
export type OutsideWorkspace = {
  workspaceId: string
  key: string
  phoneNumberId: string
  formToken: string
}

/** Returns the platform's signature of a body. */
export function sign(body: string): string {
  return `sha256=${createHmac('sha256', APP_SECRET).update(body).digest('hex')}`
}

/** Returns a payload of text messages to one number, in the platform's shape. `timestamp`: in seconds, now if it is missing. */
export function textPayload(
  phoneNumberId: string,
  messages: { id: string; from: string; name: string; text: string; timestamp?: string }[],
): string {
  const at = String(Math.floor(Date.now() / 1000))
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '918055501234', phone_number_id: phoneNumberId },
    contacts: messages.map(({ from, name }) => ({ profile: { name }, wa_id: from })),
    messages: messages.map(({ id, from, text, timestamp = at }) => ({
      from,
      id,
      timestamp,
      type: 'text',
      text: { body: text },
    })),
  }
  return JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '77001122334455', changes: [{ value, field: 'messages' }] }],
  })
}

/** Starts the simulator on `port` as the platform of the product whose ingest server is at `ingestUrl`. */
export function startPlatform(
  { port, ingestUrl }: { port: string; ingestUrl: string },
  env: ProgramEnv = {},
): Promise<Program> {
  return startSimulator({
    ...whatsappEnv,
    SIMULATOR_PORT: port,
    SIMULATOR_TOKEN: CHANNEL_TOKEN,
    WEBHOOK_URL: `${ingestUrl}/webhook/whatsapp`,
    ...env,
  })
}

/**
 * Creates a workspace with an admin, a key of every scope, a channel and a form, only with the command line, of another
 * release if `script` is its program.
 */
export async function setUpWorkspace(
  env: ProgramEnv,
  {
    script,
    name = 'Lantern',
    admin = ADMIN,
  }: { script?: string | undefined; name?: string; admin?: typeof ADMIN } = {},
): Promise<OutsideWorkspace> {
  const run = <T>(command: string) => runJson<T>(command.split(' '), env, script)
  const { workspace } = await run<{ workspace: { id: string; slug: string } }>(
    `workspaces create --name ${name}`,
  )
  const on = `--workspace ${workspace.slug}`
  const phoneNumberId = String(randomInt(100_000_000_000, 999_999_999_999))
  const number = `--phone-number-id ${phoneNumberId} --display-phone +918055501234`
  const [{ api_key }, { form }] = await Promise.all([
    run<{ api_key: { secret: string } }>(
      `keys create ${on} --name till --scopes * --rate-limit off`,
    ),
    run<{ form: { token: string } }>(`forms create ${on} --name Website`),
    run(`users create ${on} --email ${admin.email} --password ${admin.password} --role admin`),
    run(`channels create ${on} --type whatsapp ${number} --access-token ${CHANNEL_TOKEN}`),
  ])
  return { workspaceId: workspace.id, key: api_key.secret, phoneNumberId, formToken: form.token }
}

/** Signs in the admin of `setUpWorkspace` and returns calls as its browser sends them. */
export async function signInAdmin(url: string): Promise<Call> {
  return signInAs(url, ADMIN)
}

/** Signs in a user and returns calls as a browser sends them. */
export async function signInAs(
  url: string,
  user: { email: string; password: string },
): Promise<Call> {
  return createCall(url, { origin: url, cookie: await signIn(url, user) })
}

/** Signs in the admin of `setUpWorkspace` and returns the session's cookie. */
export function readAdminCookie(url: string): Promise<string> {
  return signIn(url, ADMIN)
}

/** Signs in a user and returns the session's cookie. */
async function signIn(url: string, body: { email: string; password: string }): Promise<string> {
  const answer = await createCall(url, { origin: url })('POST /api/auth/sign-in/email', { body })
  if (answer.status !== 200) throw new Error(`Sign-in answered ${answer.status}: ${answer.text}`)
  return sessionCookieOf(answer)
}
