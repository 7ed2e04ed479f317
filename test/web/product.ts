import { createCall } from '../call.ts'
import { startProduct } from '../acceptance/product.ts'
import { AGENT } from '../acceptance/set-up-database.ts'
import type { Product } from '../acceptance/product.ts'
import { openBrowser } from './browser.ts'
import type { Look, Tab } from './browser.ts'
import { sessionCookieOf } from '../answer.ts'

/** A running Parley with browsers on it. `as` signs in the admin or an agent of the workspace. */
type WebProduct = Product & {
  url: string
  cookies: { admin: string; agent: string }
  open: (path: string, look?: Look & { as?: 'admin' | 'agent' | 'nobody' }) => Promise<Tab>
  /** Sends a customer's text through the ingest server, as the platform does. */
  customerWrites: (from: string, name: string, text: string) => Promise<void>
}

/** The admin of the workspace. */
export const ADMIN = { email: 'admin@shop.example', password: 'open-the-shutters' }

let written = 0

/** Starts Parley with its simulator, an admin and an agent, and a Chromium. Everything stops after the file's tests. */
export async function startWebProduct(): Promise<WebProduct> {
  const product = await startProduct()
  const url = `http://localhost:${product.env['PORT']}`
  const cookies = { admin: await signIn(url, ADMIN), agent: await signIn(url, AGENT) }
  const browser = await openBrowser(url)
  return {
    ...product,
    url,
    cookies,
    open: (path, { as = 'admin', ...look } = {}) =>
      browser.open(path, as === 'nobody' ? look : { cookie: cookies[as], ...look }),
    async customerWrites(from, name, text) {
      const { textPayload } = await import('../outside.ts')
      const id = `wamid.web${++written}-${Date.now()}`
      const body = textPayload(product.phoneNumberId, [{ id, from, name, text }])
      const { status } = await product.postSigned(body)
      if (status !== 200) throw new Error(`The ingest server answered ${status}.`)
    },
  }
}

async function signIn(url: string, body: { email: string; password: string }): Promise<string> {
  const answer = await createCall(url, { origin: url })('POST /api/auth/sign-in/email', { body })
  if (answer.status !== 200) throw new Error(`Sign-in answered ${answer.status}: ${answer.text}`)
  return sessionCookieOf(answer)
}
