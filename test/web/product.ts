import { startProduct } from '../acceptance/product.ts'
import type { Product } from '../acceptance/product.ts'
import { openBrowser } from './browser.ts'
import type { Look, Tab } from './browser.ts'

/** A running Parley with browsers on it. `as` is who is signed in: the admin or the agent of the workspace. */
type WebProduct = Product & {
  url: string
  open: (path: string, look?: Look & { as?: 'admin' | 'agent' | 'nobody' }) => Promise<Tab>
  /** Sends a customer's text through the ingest server, as the platform does. */
  customerWrites: (from: string, name: string, text: string) => Promise<void>
}

let written = 0

/** Starts Parley with its simulator, an admin and an agent, and a Chromium. Everything stops after the file's tests. */
export async function startWebProduct(): Promise<WebProduct> {
  const product = await startProduct()
  const url = `http://localhost:${product.env['PORT']}`
  const browser = await openBrowser(url)
  return {
    ...product,
    url,
    open: (path, { as = 'admin', ...look } = {}) =>
      browser.open(path, as === 'nobody' ? look : { cookie: product.cookies[as], ...look }),
    async customerWrites(from, name, text) {
      const { textPayload } = await import('../outside.ts')
      const id = `wamid.web${++written}-${Date.now()}`
      const body = textPayload(product.phoneNumberId, [{ id, from, name, text }])
      const { status } = await product.postSigned(body)
      if (status !== 200) throw new Error(`The ingest server answered ${status}.`)
    },
  }
}
