import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/** A site of another origin whose pages show a web chat. */
type SampleSite = {
  url: string
  /** Sets the attributes of the script element of the next pages. */
  show: (attributes: Record<string, string>) => void
}

/**
 * Starts a site with a strict Content-Security-Policy, which allows only the script of the ingest server at `ingestUrl`,
 * requests to it, and pictures from `publicUrl`. It stops after the file's tests.
 */
export async function startSampleSite(ingestUrl: string, publicUrl: string): Promise<SampleSite> {
  let shown: Record<string, string> = {}
  const policy = `default-src 'none'; script-src ${ingestUrl}; connect-src ${ingestUrl}; img-src data: ${publicUrl}; require-trusted-types-for 'script'; base-uri 'none'`
  const server = createServer((request, response) => {
    // Chromium asks for it, also on a page that names its icon.
    if (request.url === '/favicon.ico') return void response.writeHead(204).end()
    const attributes = Object.entries(shown).map(([name, value]) => ` ${name}="${value}"`)
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
    })
    response.end(`<!doctype html><html lang="en"><head><title>Sample shop</title>
      <meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"></head>
      <body><main><h1>Sample shop</h1><p>Kurtas in many colors.</p></main>
      <script src="${ingestUrl}/chat.js"${attributes.join('')} async></script></body></html>`)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, show: (attributes) => (shown = attributes) }
}
