#!/usr/bin/env node
import { InvalidArgumentError } from 'commander'
import { addBackupCommands } from './program/commands/add-backup-commands.ts'
import { addRemoteCommands } from './program/commands/add-remote-commands.ts'
import { addSsoCommands } from './program/commands/add-sso-commands.ts'
import { addUserCommands } from './program/commands/add-user-commands.ts'
import { BUILD_VERSION } from '#lib/build-version.ts'
import { addAccountOptions, CommandLine, workspaceOption } from './program/commands/command-line.ts'

// Files contain secrets and customers' data: only the user that runs Parley may read them.
process.umask(0o077)

const PARTS = ['api', 'ingest', 'worker', 'simulator'] as const
type Part = (typeof PARTS)[number]

const program = new CommandLine('parley')
  .description('A customer-conversation workspace with an HTTP API and signed webhooks.')
  .version(BUILD_VERSION, '--version', 'print the version')
  // A suggestion stays on the line of the mistake.
  .configureOutput({ outputError: (text, write) => write(text.replace('\n(', ' (')) })

program.addHelpText(
  'after',
  `
Examples:
  parley start --only api
  parley keys create --workspace acme --name billing --scopes messages:write
  parley listen --forward-to http://localhost:4000/hook`,
)

function toParts(text: string): Part[] {
  const names = text.split(',').map((each) => each.trim())
  const parts = names.flatMap((name) => PARTS.find((part) => part === name) ?? [])
  if (parts.length < names.length)
    throw new InvalidArgumentError(`Choose from ${PARTS.join(', ')}.`)
  return parts
}

program.commandsGroup('Run it:')

program
  .add('start', 'Run Parley until it is stopped')
  .option('--only <parts>', `the parts to run: any of ${PARTS.join(',')}`, toParts)
  .option('--demo', 'create a demo workspace in a new embedded database')
  .action(async (options: { only?: Part[]; demo?: true; json?: true }) => {
    const { allocateInOneArena, limitMemory } = await import('./program/start/limit-memory.ts')
    allocateInOneArena()
    // A separate API or ingest process keeps V8's own limits, which give a better p99.
    if (!options.only || options.only.includes('worker')) {
      const isAlone = options.only?.length === 1
      limitMemory({
        growingPercent: isAlone ? 30 : 40,
        newSpaceMiB: 8,
        busyNewSpaceMiB: isAlone ? 8 : 32,
      })
    }
    const { runStart } = await import('./start.ts')
    await runStart({ only: options.only, demo: options.demo ?? false, json: options.json ?? false })
  })

program
  .add('migrate', 'Migrate the database to the newest schema')
  .runs(async () => (await import('./program/commands/run-migrate.ts')).runMigrate)

program.commandsGroup('Set it up:')

const workspaces = program.group('workspaces', 'Workspaces')

workspaces
  .add('list', 'List the workspaces')
  .runs(async () => (await import('./program/commands/lists.ts')).LISTS.workspaces)

workspaces
  .add('retention', 'Set how long a workspace keeps messages and its audit log')
  .requiredOption(...workspaceOption)
  .option('--messages <days>', 'days to keep messages and their files, or forever')
  .option('--audit <days>', 'days to keep the audit log, or forever')
  .option('--preview', 'only count what would be deleted')
  .runs(async () => (await import('./program/commands/run-set-retention.ts')).runSetRetention)

workspaces
  .add('create', 'Create a workspace')
  .requiredOption('--name <name>', 'the name; the slug is derived from it')
  .option('--shard <name>', 'the shard to put it on (default: the one with the least load)')
  .runs(async () => (await import('./program/commands/run-create-workspace.ts')).runCreateWorkspace)

program.commandsGroup('Servers and stored data:')

const shards = program.group('shards', 'The PostgreSQL servers that hold workspaces')

shards
  .add('status', 'Show whether each shard answers, its workspaces, and moves')
  .runs(async () => (await import('./program/commands/run-shards-status.ts')).runShardsStatus)

shards
  .add('add', 'Prepare an empty database as a new shard')
  .argument('<name>', 'the name of the shard')
  .argument('<url>', 'the address of its database')
  .runs(async () => (await import('./program/commands/run-add-shard.ts')).runAddShard)

shards
  .add('move-workspace', 'Move a workspace to another shard while it works')
  .requiredOption(...workspaceOption)
  .option('--to <shard>', 'the shard to move it to')
  .option('--abort', 'take a move back that has not switched')
  .runs(async () => (await import('./program/commands/run-move-workspace.ts')).runMoveWorkspace)

program.commandsGroup('Set it up:')

addUserCommands(program)
addSsoCommands(program)

const keys = program.group('keys', 'API keys')

keys
  .add('list', 'List the API keys of a workspace')
  .requiredOption(...workspaceOption)
  .runs(async () => (await import('./program/commands/lists.ts')).LISTS.keys)

keys
  .add('revoke', 'Revoke an API key')
  .requiredOption(...workspaceOption)
  .requiredOption('--id <id>', 'the id of the key')
  .runs(async () => (await import('./program/commands/run-revoke-key.ts')).runRevokeKey)

keys
  .add('create', 'Create an API key')
  .requiredOption(...workspaceOption)
  .requiredOption('--name <name>', 'what the key is used for')
  .requiredOption('--scopes <scopes>', 'the scopes, such as chats:read,messages:write, or "*"')
  .option('--expires <time>', 'such as 2027-01-01T00:00:00Z; never by default')
  .option('--bot <id>', 'the bot that acts with the key')
  .option('--rate-limit <number>', 'requests a second, or off', '100')
  .option('--networks <list>', 'only from these addresses, such as 203.0.113.7,10.0.0.0/8')
  .option('--test', 'a test key, which sends messages only on channels of the simulator')
  .runs(async () => (await import('./program/commands/run-create-key.ts')).runCreateKey)

const channels = program.group('channels', 'Channels')

channels
  .add('list', 'List the channels of a workspace')
  .requiredOption(...workspaceOption)
  .runs(async () => (await import('./program/commands/lists.ts')).LISTS.channels)

addAccountOptions(channels.add('create', 'Connect a channel').requiredOption(...workspaceOption))
  .option(
    '--business-account <id>',
    'the id of the WhatsApp Business account (default: learned from the first webhook)',
  )
  .option('--display-phone <phone>', 'the phone number to display')
  .option('--access-token <token>', 'the access token; required for sending')
  .option('--name <name>', 'the name of the channel')
  .runs(async () => (await import('./program/commands/run-create-channel.ts')).runCreateChannel)

channels
  .add('check', 'Ask the platforms about the owner of every connected channel')
  .runs(async () => (await import('./program/commands/run-check-channels.ts')).runCheckChannels)

addAccountOptions(channels.add('release', 'Let another workspace connect an account'))
  .option('--disconnect', 'disconnect the channel first if it is connected')
  .runs(async () => (await import('./program/commands/run-release-channel.ts')).runReleaseChannel)

const forms = program.group('forms', 'Forms')

forms
  .add('list', 'List the forms of a workspace')
  .requiredOption(...workspaceOption)
  .runs(async () => (await import('./program/commands/lists.ts')).LISTS.forms)

forms
  .add('create', 'Create a form')
  .requiredOption(...workspaceOption)
  .requiredOption('--name <name>', 'the name of the form')
  .option('--provider <provider>', 'generic, typeform, tally …', 'generic')
  .option('--secret <secret>', 'the secret that the provider signs with')
  .option('--redirect-url <url>', 'where the browser is redirected after a submission')
  .runs(async () => (await import('./program/commands/run-create-form.ts')).runCreateForm)

program.commandsGroup('Servers and stored data:')

program
  .group('charges', 'Charges of sent messages')
  .add(
    'backfill',
    'Compute the charges of messages from before charges were recorded, while Parley runs',
  )
  .requiredOption(...workspaceOption)
  .runs(async () => (await import('./program/commands/run-backfill-charges.ts')).runBackfillCharges)

program
  .group('secrets', 'Secrets in the database')
  .add('reencrypt', 'Encrypt all stored secrets with SECRET_KEY, while Parley runs')
  .option('--accept-loss', 'go on without the secrets that cannot be decrypted')
  .runs(async () => (await import('./program/commands/run-reencrypt.ts')).runReencrypt)

program.commandsGroup('Call a running server:')

addRemoteCommands(program)

program.commandsGroup('Servers and stored data:')

const contacts = program.group('contacts', 'Contacts')

contacts
  .add('erase', 'Erase a contact and all its data')
  .requiredOption(...workspaceOption)
  .requiredOption('--id <id>', 'the id of the contact')
  .runs(async () => (await import('./program/commands/run-erase-contact.ts')).runEraseContact)

contacts
  .add('export-data', "Export all of a contact's data as a tar.gz file")
  .requiredOption(...workspaceOption)
  .requiredOption('--id <id>', 'the id of the contact')
  .requiredOption('--output <file>', 'the file to write, such as contact.tar.gz')
  .runs(
    async () =>
      (await import('./program/commands/run-export-contact-data.ts')).runExportContactData,
  )

addBackupCommands(program)

program
  .add('database-url', 'Print the URL of the database, for pg_dump and other programs')
  .runs(async () => (await import('./program/commands/run-database-url.ts')).runDatabaseUrl)

program
  .group('psql', 'Open the database with psql')
  .argument('[arguments...]', 'arguments of psql after --, such as -- -c "select 1"')
  .runs(async () => (await import('./program/commands/run-psql.ts')).runPsql)

program
  .group('demo', 'The demo workspace')
  .add('remove', 'Delete the demo workspace with its users, keys and files')
  .option('--yes', 'do not ask')
  .runs(async () => (await import('./program/commands/run-remove-demo.ts')).runRemoveDemo)

program.commandsGroup('Run it:')

program
  .add('doctor', 'Check the database, ports, secrets, clock and outgoing DNS')
  .option('--deep', 'also read all stored data, which takes long, and name what is damaged')
  .runs(async () => (await import('./program/commands/run-doctor.ts')).runDoctor)

await program.parseAsync()
