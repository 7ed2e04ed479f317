import { readFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after } from 'node:test'

/**
 * Serves the files of `folder` and passes requests of `/api` to `apiUrl`, as somebody does whose page calls Parley: other
 * origins cannot call it. Returns the address.
 */
export async function servePage(folder: string, apiUrl: string): Promise<string> {
  const server = createServer((incoming, answer) => {
    const { method, url = '/', headers } = incoming
    if (url.startsWith('/api/')) {
      const passed = request(`${apiUrl}${url}`, { method, headers }, (response) => {
        answer.writeHead(response.statusCode!, response.headers)
        response.pipe(answer)
      })
      passed.on('error', () => answer.destroy())
      answer.on('close', () => passed.destroy())
      incoming.pipe(passed)
      return
    }
    // Chromium asks for it, also on a page that names its icon.
    if (url === '/favicon.ico') return void answer.writeHead(204).end()
    const type = url.endsWith('.js') ? 'text/javascript' : 'text/html'
    readFile(join(folder, url === '/' ? 'index.html' : url)).then(
      (file) => answer.writeHead(200, { 'content-type': type }).end(file),
      () => answer.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
