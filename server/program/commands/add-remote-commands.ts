import { toCount } from './command-line.ts'
import type { CommandLine } from './command-line.ts'

const eventsOption = [
  '--events <types>',
  'only these event types, such as message.sent,ticket.created',
] as const
const sinceOption = [
  '--since <start>',
  'start at a duration ago (10m), a timestamp, an event id or a cursor',
] as const

/** Adds the commands that call a running Parley server over HTTP and need no database: `mcp`, `listen` and `events`. */
export function addRemoteCommands(program: CommandLine): void {
  /** Adds a command that calls a running Parley server over HTTP and needs no database. */
  function addRemote(parent: CommandLine, name: string, description: string): CommandLine {
    return parent
      .add(name, description)
      .option('--api-key <key>', 'an API key (default: PARLEY_API_KEY)')
      .option('--url <url>', 'the URL of Parley (default: PARLEY_URL or http://localhost:3000)')
  }

  /** Adds the options of commands that forward events to the user's server. */
  function addForwarding(command: CommandLine): CommandLine {
    return command
      .option('--forward-to <url>', 'post each event to this URL, signed')
      .option('--secret <secret>', 'sign with this whsec_… secret (default: a new secret)')
      .option('--header <header>', 'add a "Name: value" header; can be repeated', collect)
      .option('--retry <times>', 'retry each failed delivery up to this many times', toCount, 0)
  }

  function collect(value: string, values: string[] = []): string[] {
    return [...values, value]
  }

  addRemote(
    program,
    'mcp',
    'Serve the Model Context Protocol of a Parley server on stdin and stdout',
  )
    .addHelpText(
      'after',
      `
For assistants that start a program instead of connecting to a URL. The scopes of the API key decide which tools it has.

  PARLEY_URL=https://parley.example PARLEY_API_KEY=sk_live_… parley mcp`,
    )
    .runs(async () => (await import('./run-mcp.ts')).runMcp)

  addForwarding(
    addRemote(program, 'listen', 'Print and forward the events of a workspace as they happen')
      .option(...eventsOption)
      .option(...sinceOption)
      .option('--print-body', 'print each event in full'),
  )
    .addHelpText(
      'after',
      `
The API key requires the scope events:read. Events are forwarded in order, with the same body and headers as the
workspace's webhooks. After a lost connection, it continues where it stopped, so no event is missed.

  parley listen --forward-to http://localhost:4000/hook --events message.sent,message.received
  parley listen --since 1h --json`,
    )
    .runs(async () => (await import('./run-listen.ts')).runListen)

  const events = program.group('events', 'Events of a workspace')

  addRemote(events, 'list', 'List events, oldest first')
    .option(...eventsOption)
    .option(...sinceOption)
    .option('--limit <number>', 'the maximum number of events', toCount, 25)
    .runs(async () => (await import('./run-list-events.ts')).runListEvents)

  addForwarding(
    addRemote(events, 'resend', 'Resend an event to the webhook endpoints or to --forward-to')
      .argument('<event-id>', 'the id of the event')
      .option('--endpoint <id>', 'only to this webhook endpoint'),
  ).runs(async () => (await import('./run-resend-event.ts')).runResendEvent)
}
