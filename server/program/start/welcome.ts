import { existsSync } from 'node:fs'
import type { Config } from '#lib/settings/config.ts'
import type { SeededDemo } from '../demo/seed-demo.ts'

/** The running parts, and the seeded data if this was the first start of a demo. `isEmpty`: there is no workspace. */
export type Running = {
  config: Config
  urls: { api?: string; ingest?: string; simulator?: string }
  demo: boolean
  isEmpty: boolean
  seeded: SeededDemo | undefined
}

/** A package has the command in `bin/`, a checkout only in its scripts. */
const COMMAND = existsSync(new URL('../../../scripts/parley.cjs', import.meta.url))
  ? 'npx parley'
  : 'parley'

/**
 * Returns the welcome text: URLs and, on the first start of a demo, the admin's sign-in, an API key and example
 * commands. Later starts print no secrets. Without a workspace, it says how to create one.
 */
export function welcome({ config, urls, demo, isEmpty, seeded }: Running): string[] {
  const lines = ['', 'Parley is running.', '']
  const api = urls.api && config.publicUrl
  if (api) lines.push(`  Web app       ${api}`, `  API           ${api}   (docs: ${api}/docs)`)
  if (urls.ingest) lines.push(`  Ingest        ${config.ingestUrl}`)
  if (urls.simulator)
    lines.push(
      `  Simulator     ${urls.simulator}   (plays WhatsApp; open it to write as a customer)`,
    )
  if (seeded) lines.push('', ...firstSteps(seeded, api ?? config.publicUrl, urls.simulator))
  else if (demo)
    lines.push(
      '',
      '  The demo workspace already exists. To create another API key:',
      `    ${COMMAND} keys create --workspace demo --name more --scopes "*"`,
    )
  else if (isEmpty)
    lines.push(
      '',
      '  There is no workspace yet. Create one and its admin:',
      `    ${COMMAND} workspaces create --name Acme`,
      `    ${COMMAND} users create --workspace acme --role admin --email you@example.com`,
    )
  return [...lines, '', 'Press Ctrl-C to stop.', '']
}

function firstSteps(seeded: SeededDemo, api: string, simulator: string | undefined): string[] {
  const inbound = JSON.stringify({
    from: seeded.customer.phone,
    name: seeded.customer.name,
    text: 'Is my order on its way?',
    phone_number_id: seeded.phoneNumberId,
  })
  const lines = [
    '  The demo workspace is ready. These secrets are shown only once:',
    '',
    `  Admin         ${seeded.admin.email}`,
    `  Password      ${seeded.admin.password}`,
    `  API key       ${seeded.apiKey}   (all scopes)`,
    '',
    '  List conversations:',
    `    curl -H 'Authorization: Bearer ${seeded.apiKey}' '${api}/api/v1/chats?limit=3'`,
  ]
  if (simulator)
    lines.push(
      '',
      '  Write as a customer:',
      `    curl -H 'Content-Type: application/json' -d '${inbound}' ${simulator}/sim/inbound`,
    )
  return lines
}
