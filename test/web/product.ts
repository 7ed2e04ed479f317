import { startPrograms } from '../acceptance/product.ts'
import type { Product } from '../acceptance/product.ts'
import type { SetUpWorkspace } from '../acceptance/set-up-database.ts'
import { createOpen, launchBrowser } from './browser.ts'
import type { Look, Tab } from './browser.ts'
import { createProfiles } from './browser-profiles.ts'

/** A running Parley with browsers on it. `as` is who is signed in: the admin or the agent of the workspace. */
export type WebProduct = Product & {
  url: string
  open: (path: string, look?: Look & { as?: 'admin' | 'agent' | 'nobody' }) => Promise<Tab>
  /** Sends a customer's text through the ingest server, as the platform does. */
  customerWrites: (from: string, name: string, text: string) => Promise<void>
}

let written = 0

/**
 * Starts Parley with its simulator, an admin and an agent, and a Chromium, for one test file. Everything stops after the
 * file's tests.
 */
export async function startWebProduct(): Promise<WebProduct> {
  const { workspaces, use } = await startWebPrograms(1)
  return use(workspaces[0]!)
}

/**
 * Starts what `startWebProduct` starts, for `count` workspaces. `use` returns the product of one of them, whose pages
 * close after each test of the calling file.
 */
export async function startWebPrograms(count: number): Promise<{
  workspaces: SetUpWorkspace[]
  use: (workspace: SetUpWorkspace) => WebProduct
}> {
  const { workspaces, use } = await startPrograms({ count })
  const url = `http://localhost:${use(workspaces[0]!).env['PORT']}`
  const profiles = createProfiles(await launchBrowser(), url)
  return {
    workspaces,
    use(workspace) {
      const product = use(workspace)
      const open = createOpen(profiles, url)
      return {
        ...product,
        url,
        open: (path, { as = 'admin', ...look } = {}) =>
          open(path, as === 'nobody' ? look : { cookie: product.cookies[as], ...look }),
        async customerWrites(from, name, text) {
          const { textPayload } = await import('../outside.ts')
          const id = `wamid.web${++written}-${Date.now()}`
          const body = textPayload(product.phoneNumberId, [{ id, from, name, text }])
          const { status } = await product.postSigned(body)
          if (status !== 200) throw new Error(`The ingest server answered ${status}.`)
        },
      }
    },
  }
}
