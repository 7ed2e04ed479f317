import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'vite'

/** Starts the development server of the app. Returns the URL of its page of all components, and a function that stops it. */
export async function openComponents(): Promise<{ url: string; close: () => Promise<void> }> {
  const root = join(import.meta.dirname, '../../web')
  const server = await createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    server: { port: 0, host: 'localhost', hmr: false },
  })
  await server.listen()
  const { port } = server.httpServer!.address() as AddressInfo
  return { url: `http://localhost:${port}/components`, close: () => server.close() }
}
