import { Option } from 'commander'
import { BUILT_IN_ROLE_NAMES } from '#shared/roles.ts'
import { emailOption, workspaceOption } from './command-line.ts'
import type { CommandLine } from './command-line.ts'

const passwordOption = [
  '--password <password>',
  'the password, 12 to 128 characters (default: asked for, or the first line of stdin)',
] as const

/** Adds the commands of `users` and `sessions`. */
export function addUserCommands(program: CommandLine): void {
  const users = program.group('users', 'Users who can sign in')

  users
    .add('list', 'List the members of a workspace, with former ones')
    .requiredOption(...workspaceOption)
    .runs(async () => (await import('./lists.ts')).LISTS.users)

  users
    .add('create', 'Create a user, or add an existing one to a workspace')
    .requiredOption(...emailOption)
    .option(...passwordOption)
    .option('--existing', 'add the account of this address, which keeps its password')
    .requiredOption(...workspaceOption)
    .addOption(
      new Option('--role <role>', 'the role').choices([...BUILT_IN_ROLE_NAMES]).default('agent'),
    )
    .option('--name <name>', 'the name (default: the part of the email address before @)')
    .runs(async () => (await import('./run-create-user.ts')).runCreateUser)

  users
    .add('set-password', "Set a user's password and end their sessions")
    .requiredOption(...emailOption)
    .option(...passwordOption)
    .runs(async () => (await import('./run-set-password.ts')).runSetPassword)

  users
    .add('reset-second-factor', 'Turn off the second factor of a user who lost their device')
    .requiredOption(...emailOption)
    .runs(async () => (await import('./run-reset-second-factor.ts')).runResetSecondFactor)

  users
    .add('passkeys', 'List the passkeys of a user')
    .requiredOption(...emailOption)
    .runs(async () => (await import('./run-list-passkeys.ts')).runListPasskeys)

  users
    .add('remove-passkeys', 'Remove the passkeys of a user and end their sessions')
    .requiredOption(...emailOption)
    .option('--id <id>', 'only this passkey')
    .runs(async () => (await import('./run-remove-passkeys.ts')).runRemovePasskeys)

  users
    .add('disable', 'Disable a user, who then cannot sign in, and end their sessions')
    .requiredOption(...emailOption)
    .runs(async () => (await import('./run-disable-user.ts')).runDisableUser)

  users
    .add('enable', 'Let a disabled user sign in again')
    .requiredOption(...emailOption)
    .runs(async () => (await import('./run-disable-user.ts')).runEnableUser)

  program
    .group('sessions', 'Sessions of browsers')
    .add('end', 'End sessions')
    .option('--email <address>', 'of the user with this email address')
    .option('--all', 'of all users')
    .runs(async () => (await import('./run-end-sessions.ts')).runEndSessions)
}
