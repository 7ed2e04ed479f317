import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SimulatorState } from '../state.ts'
import type { ControlApp } from './control-app.ts'

const STYLES = readFileSync(join(import.meta.dirname, '../shop/shop.css'))
const CHANNEL = /^\w{1,64}$/

/** Adds `/shop`, the page of a business that shows the web chat `?channel=` of the ingest server that webhooks go to. */
export function shopRoutes(sim: ControlApp, state: SimulatorState): void {
  const { origin } = new URL(state.config.webhookUrl)
  // As strict as a site can be that shows a web chat.
  const policy = `default-src 'none'; script-src ${origin}; connect-src ${origin}; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

  sim.get('/shop.css', (_request, reply) =>
    reply.header('content-type', 'text/css; charset=utf-8').send(STYLES),
  )
  sim.get('/shop', (request, reply) => {
    const { channel } = request.query as { channel?: unknown }
    const isNamed = typeof channel === 'string' && CHANNEL.test(channel)
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
      .send(toPage(origin, isNamed ? channel : undefined))
  })
}

function toPage(origin: string, channel: string | undefined): string {
  const chat = channel
    ? `<p>Write to the shop with the button in the corner. The message arrives in the inbox.</p>
    <script src="${origin}/chat.js" data-channel="${channel}" async></script>`
    : '<p>Add the public id of a web chat to the address: /shop?channel=wc_…</p>'
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Sample shop</title>
    <link rel="icon" href="/page/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/shop.css">
  </head>
  <body>
    <main>
      <h1>Sample shop</h1>
      <p>A page of another site, for trying a web chat.</p>
      ${chat}
    </main>
  </body>
</html>
`
}
