#!/usr/bin/env node
import { Command, InvalidArgumentError, Option } from 'commander'
import { CONNECTED_CHANNEL_TYPES } from '#shared/channel-types.ts'
import { addBackupCommands } from './program/commands/add-backup-commands.ts'
import { addRemoteCommands } from './program/commands/add-remote-commands.ts'
import { addSsoCommands } from './program/commands/add-sso-commands.ts'
import { addUserCommands } from './program/commands/add-user-commands.ts'
import { workspaceOption } from './program/commands/command-line.ts'
import type { Result } from './program/commands/print-result.ts'

// Files contain secrets and customers' data: only the user that runs Parley may read them.
process.umask(0o077)

const PARTS = ['api', 'ingest', 'worker', 'simulator'] as const
type Part = (typeof PARTS)[number]

const program = new Command('parley')
  .description('A customer-conversation workspace with an HTTP API and signed webhooks.')
  .showSuggestionAfterError(false)

/** Adds a command with --json. `parent` is the command before it, such as `keys` of `keys create`. */
function add(parent: Command, name: string, description: string): Command {
  return parent
    .command(name)
    .description(description)
    .option('--json', 'print JSON for scripts')
    .allowExcessArguments(false)
    .showSuggestionAfterError(false)
}

/** Runs a command. Prints its result, if any, to stdout, or an error to stderr with exit code 1. */
async function run<O extends { json?: true }>(
  options: O,
  load: () => Promise<(options: O) => Promise<(Result & { failure?: string }) | void>>,
): Promise<void> {
  try {
    const command = await load()
    const result = await command(options)
    if (!result) return
    const { printResult } = await import('./program/commands/print-result.ts')
    printResult(result, options.json ?? false)
    if (result.failure) fail([result.failure])
  } catch (err) {
    const { explainError } = await import('./program/start/explain-error.ts')
    fail(explainError(err))
    const { StalledError } = await import('#backups/limit-place.ts')
    if (err instanceof StalledError) process.kill(process.pid, 'SIGKILL')
  }
}

function fail(lines: string[]): void {
  process.stderr.write(`${lines.join('\n')}\n`)
  process.exitCode = 1
}

function toParts(text: string): Part[] {
  const names = text.split(',').map((each) => each.trim())
  const parts = names.flatMap((name) => PARTS.find((part) => part === name) ?? [])
  if (parts.length < names.length)
    throw new InvalidArgumentError(`Choose from ${PARTS.join(', ')}.`)
  return parts
}

function toCount(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('Give a whole number.')
  return Number(text)
}

add(program, 'start', 'Run Parley until it is stopped')
  .option('--only <parts>', `the parts to run: any of ${PARTS.join(',')}`, toParts)
  .action(async (options: { only?: Part[]; json?: true }) => {
    const { allocateInOneArena, limitMemory } = await import('./program/start/limit-memory.ts')
    allocateInOneArena()
    // A separate API or ingest process keeps V8's own limits, which give a better p99.
    if (!options.only || options.only.includes('worker')) {
      const isAlone = options.only?.length === 1
      limitMemory({ growingPercent: isAlone ? 30 : 40, newSpaceMiB: 8 })
    }
    const { runStart } = await import('./start.ts')
    await runStart({ only: options.only, json: options.json ?? false })
  })

add(program, 'migrate', 'Migrate the database to the newest schema').action((options) =>
  run(options, async () => (await import('./program/commands/migrate.ts')).runMigrate),
)

const workspaces = program.command('workspaces').description('Workspaces')

add(workspaces, 'retention', 'Set how long a workspace keeps messages and its audit log')
  .requiredOption(...workspaceOption)
  .option('--messages <days>', 'days to keep messages and their files, or forever')
  .option('--audit <days>', 'days to keep the audit log, or forever')
  .option('--preview', 'only count what would be deleted')
  .action((options) =>
    run(options, async () => (await import('./program/commands/set-retention.ts')).runSetRetention),
  )

add(workspaces, 'create', 'Create a workspace')
  .requiredOption('--name <name>', 'the name; the slug is derived from it')
  .option('--shard <name>', 'the shard to put it on (default: the one with the fewest)')
  .action((options) =>
    run(
      options,
      async () => (await import('./program/commands/create-workspace.ts')).runCreateWorkspace,
    ),
  )

const shards = program.command('shards').description('The PostgreSQL servers that hold workspaces')

add(shards, 'status', 'Show whether each shard answers, its workspaces, and moves').action(
  (options) =>
    run(options, async () => (await import('./program/commands/shards-status.ts')).runShardsStatus),
)

add(shards, 'add', 'Prepare an empty database as a new shard')
  .argument('<name>', 'the name of the shard')
  .argument('<url>', 'the address of its database')
  .action((name: string, url: string, options) =>
    run(options, async () => {
      const { runAddShard } = await import('./program/commands/add-shard.ts')
      return () => runAddShard(name, url)
    }),
  )

add(shards, 'move-workspace', 'Move a workspace to another shard while it works')
  .requiredOption(...workspaceOption)
  .option('--to <shard>', 'the shard to move it to')
  .option('--abort', 'take a move back that has not switched')
  .action((options) =>
    run(
      options,
      async () => (await import('./program/commands/move-workspace.ts')).runMoveWorkspace,
    ),
  )

addUserCommands(program, { add, run })
addSsoCommands(program, { add, run })

const keys = program.command('keys').description('API keys')

add(keys, 'revoke', 'Revoke an API key')
  .requiredOption(...workspaceOption)
  .requiredOption('--id <id>', 'the id of the key')
  .action((options) =>
    run(options, async () => (await import('./program/commands/revoke-key.ts')).runRevokeKey),
  )

add(keys, 'create', 'Create an API key')
  .requiredOption(...workspaceOption)
  .requiredOption('--name <name>', 'what the key is used for')
  .requiredOption('--scopes <scopes>', 'the scopes, such as chats:read,messages:write, or "*"')
  .option('--expires <time>', 'such as 2027-01-01T00:00:00Z; never by default')
  .option('--rate-limit <number>', 'requests a second, or off', '100')
  .option('--networks <list>', 'only from these addresses, such as 203.0.113.7,10.0.0.0/8')
  .option('--test', 'a test key, which sends messages only on channels of the simulator')
  .action((options) =>
    run(options, async () => (await import('./program/commands/create-key.ts')).runCreateKey),
  )

const channels = program.command('channels').description('Channels')

add(channels, 'create', 'Connect a channel')
  .requiredOption(...workspaceOption)
  .addOption(
    new Option('--type <type>', 'the platform')
      .choices([...CONNECTED_CHANNEL_TYPES])
      .makeOptionMandatory(),
  )
  .option('--phone-number-id <id>', 'the phone number id on WhatsApp')
  .option('--account <id>', 'the id of the page or of the Instagram account')
  .option(
    '--business-account <id>',
    'the id of the WhatsApp Business account (default: learned from the first webhook)',
  )
  .option('--display-phone <phone>', 'the phone number to display')
  .option('--access-token <token>', 'the access token; required for sending')
  .option('--name <name>', 'the name of the channel')
  .action((options) =>
    run(
      options,
      async () => (await import('./program/commands/create-channel.ts')).runCreateChannel,
    ),
  )

add(channels, 'check', 'Ask the platforms about the owner of every connected channel').action(
  (options) =>
    run(
      options,
      async () => (await import('./program/commands/check-channels.ts')).runCheckChannels,
    ),
)

add(channels, 'release', 'Let another workspace connect an account')
  .addOption(
    new Option('--type <type>', 'the platform')
      .choices([...CONNECTED_CHANNEL_TYPES])
      .makeOptionMandatory(),
  )
  .option('--phone-number-id <id>', 'the phone number id on WhatsApp')
  .option('--account <id>', 'the id of the page or of the Instagram account')
  .option('--disconnect', 'disconnect the channel first if it is connected')
  .action((options) =>
    run(
      options,
      async () => (await import('./program/commands/release-channel.ts')).runReleaseChannel,
    ),
  )

add(program.command('forms').description('Forms'), 'create', 'Create a form')
  .requiredOption(...workspaceOption)
  .requiredOption('--name <name>', 'the name of the form')
  .option('--provider <provider>', 'generic, typeform, tally …', 'generic')
  .option('--secret <secret>', 'the secret that the provider signs with')
  .option('--redirect-url <url>', 'where the browser is redirected after a submission')
  .action((options) =>
    run(options, async () => (await import('./program/commands/create-form.ts')).runCreateForm),
  )

add(
  program.command('charges').description('Charges of sent messages'),
  'backfill',
  'Compute the charges of messages from before charges were recorded, while Parley runs',
)
  .requiredOption(...workspaceOption)
  .action((options) =>
    run(
      options,
      async () => (await import('./program/commands/backfill-charges.ts')).runBackfillCharges,
    ),
  )

add(
  program.command('secrets').description('Secrets in the database'),
  'reencrypt',
  'Encrypt all stored secrets with SECRET_KEY, while Parley runs',
)
  .option('--accept-loss', 'go on without the secrets that cannot be decrypted')
  .action((options) =>
    run(options, async () => (await import('./program/commands/reencrypt.ts')).runReencrypt),
  )

addRemoteCommands(program, { add, run, toCount })

const contacts = program.command('contacts').description('Contacts')

add(contacts, 'erase', 'Erase a contact and all its data')
  .requiredOption(...workspaceOption)
  .requiredOption('--id <id>', 'the id of the contact')
  .action((options) =>
    run(options, async () => (await import('./program/commands/erase-contact.ts')).runEraseContact),
  )

add(contacts, 'export-data', "Export all of a contact's data as a tar.gz file")
  .requiredOption(...workspaceOption)
  .requiredOption('--id <id>', 'the id of the contact')
  .requiredOption('--output <file>', 'the file to write, such as contact.tar.gz')
  .action((options) =>
    run(
      options,
      async () => (await import('./program/commands/export-contact-data.ts')).runExportContactData,
    ),
  )

addBackupCommands(program, { add, run, toCount })

add(program, 'database-url', 'Print the URL of the database, for psql and other programs').action(
  (options) =>
    run(options, async () => (await import('./program/commands/database-url.ts')).runDatabaseUrl),
)

add(program, 'doctor', 'Check the database, ports, secrets, clock and outgoing DNS')
  .option('--deep', 'also read all stored data, which takes long, and name what is damaged')
  .action((options) =>
    run(options, async () => (await import('./program/commands/doctor.ts')).runDoctor),
  )

await program.parseAsync()
