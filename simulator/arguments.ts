import { parseArgs } from 'node:util'

/** The parsed command line: help, a start with these variables, or a mistake in one line. */
export type Arguments =
  | { kind: 'help' }
  | { kind: 'start'; env: Record<string, string> }
  | { kind: 'mistake'; line: string }

const VARIABLES = {
  port: 'SIMULATOR_PORT',
  host: 'HOST',
  'app-secret': 'WHATSAPP_APP_SECRET',
  'verify-token': 'WHATSAPP_VERIFY_TOKEN',
  'webhook-url': 'WEBHOOK_URL',
  token: 'SIMULATOR_TOKEN',
  numbers: 'SIMULATOR_NUMBERS',
  chaos: 'SIMULATOR_CHAOS',
  seed: 'SIMULATOR_SEED',
  'log-level': 'LOG_LEVEL',
} as const

/** The output of `--help`. */
export const HELP = `A simulator of the WhatsApp Cloud API. Nothing leaves the machine.

Usage: node simulator/main.ts [options]

  --app-secret S      signs every webhook (WHATSAPP_APP_SECRET), required
  --verify-token T    sent in the handshake (WHATSAPP_VERIFY_TOKEN), required
  --webhook-url U     where webhooks go (WEBHOOK_URL), http://localhost:3001/webhook/whatsapp
  --port N            SIMULATOR_PORT, 3002; 0 takes a free one
  --host H            HOST, 127.0.0.1; the control routes have no password
  --token T           the one access token it takes (SIMULATOR_TOKEN); else any that begins with sim_
  --numbers LIST      business numbers to begin with: phone-number-id[:phone[:account-id]],… (SIMULATOR_NUMBERS)
  --strict            holds to every rule: windows, rates, templates (SIMULATOR_STRICT=true)
  --chaos LIST        what goes wrong, as in duplicate=0.1,drop=0.05 (SIMULATOR_CHAOS)
  --seed S            makes chaos strike alike in every run (SIMULATOR_SEED)
  --log-level L       LOG_LEVEL, info
  --help              this

In a browser its address is a phone: be the customer. GET /sim lists the control routes.`

/** Parses the command line. Options set environment variables and take precedence over them. */
export function readArguments(args: string[]): Arguments {
  try {
    const names = Object.keys(VARIABLES) as (keyof typeof VARIABLES)[]
    const { values } = parseArgs({
      args,
      options: {
        help: { type: 'boolean', short: 'h' },
        strict: { type: 'boolean' },
        ...(Object.fromEntries(names.map((name) => [name, { type: 'string' }])) as Record<
          keyof typeof VARIABLES,
          { type: 'string' }
        >),
      },
    })
    if (values.help) return { kind: 'help' }
    const env: Record<string, string> = values.strict ? { SIMULATOR_STRICT: 'true' } : {}
    for (const name of names) {
      const value = values[name]
      if (typeof value === 'string') env[VARIABLES[name]] = value
    }
    return { kind: 'start', env }
  } catch (error) {
    const [line] = (error as Error).message.split('\n')
    return { kind: 'mistake', line: `${line} See --help.` }
  }
}
