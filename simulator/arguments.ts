import { parseArgs } from 'node:util'

/** The parsed command line: help, a start with these variables, or a mistake in one line. */
type Arguments =
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

  --app-secret S      secret that webhooks are signed with (WHATSAPP_APP_SECRET), required
  --verify-token T    token sent in the handshake (WHATSAPP_VERIFY_TOKEN), required
  --webhook-url U     URL that webhooks are sent to (WEBHOOK_URL), default http://localhost:3001/webhook/whatsapp
  --port N            port (SIMULATOR_PORT), default 3002; 0 uses a free port
  --host H            address to listen on (HOST), default 127.0.0.1; the control routes have no password
  --token T           the only accepted access token (SIMULATOR_TOKEN); by default any that starts with sim_
  --numbers LIST      initial business numbers: phone-number-id[:phone[:account-id]],… (SIMULATOR_NUMBERS)
  --strict            enforces every rule: windows, rates, templates (SIMULATOR_STRICT=true)
  --chaos LIST        faults to inject, such as duplicate=0.1,drop=0.05 (SIMULATOR_CHAOS)
  --seed S            repeats the same faults in every run (SIMULATOR_SEED)
  --log-level L       log level (LOG_LEVEL), default info
  --help              show this help

Open the simulator in a browser to write as a customer. GET /sim lists the control routes.`

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
