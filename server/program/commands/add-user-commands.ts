import { Option } from 'commander'
import type { Command } from 'commander'
import { ROLES } from '#shared/actors.ts'
import { workspaceOption } from './command-line.ts'
import type { CommandLine } from './command-line.ts'

const passwordOption = [
  '--password <password>',
  'the password, 12 to 128 characters (default: asked for, or the first line of stdin)',
] as const

/** Adds the commands of `users` and `sessions`. */
export function addUserCommands(program: Command, { add, run }: CommandLine): void {
  const users = program.command('users').description('Users who can sign in')

  add(users, 'create', 'Create a user, or add an existing one to a workspace')
    .requiredOption('--email <address>', 'the email address')
    .option(...passwordOption)
    .option('--existing', 'add the account of this address, which keeps its password')
    .requiredOption(...workspaceOption)
    .addOption(new Option('--role <role>', 'the role').choices([...ROLES]).default('agent'))
    .option('--name <name>', 'the name (default: the part of the email address before @)')
    .action((options) => run(options, async () => (await import('./create-user.ts')).runCreateUser))

  add(users, 'set-password', "Set a user's password and end their sessions")
    .requiredOption('--email <address>', 'the email address')
    .option(...passwordOption)
    .action((options) =>
      run(options, async () => (await import('./set-password.ts')).runSetPassword),
    )

  add(users, 'reset-second-factor', 'Turn off the second factor of a user who lost their device')
    .requiredOption('--email <address>', 'the email address')
    .action((options) =>
      run(options, async () => (await import('./reset-second-factor.ts')).runResetSecondFactor),
    )

  add(users, 'passkeys', 'List the passkeys of a user')
    .requiredOption('--email <address>', 'the email address')
    .action((options) =>
      run(options, async () => (await import('./list-passkeys.ts')).runListPasskeys),
    )

  add(users, 'remove-passkeys', 'Remove the passkeys of a user and end their sessions')
    .requiredOption('--email <address>', 'the email address')
    .option('--id <id>', 'only this passkey')
    .action((options) =>
      run(options, async () => (await import('./remove-passkeys.ts')).runRemovePasskeys),
    )

  add(users, 'disable', 'Disable a user, who then cannot sign in, and end their sessions')
    .requiredOption('--email <address>', 'the email address')
    .action((options) => runDisable({ ...options, isDisabled: true }))

  add(users, 'enable', 'Let a disabled user sign in again')
    .requiredOption('--email <address>', 'the email address')
    .action((options) => runDisable({ ...options, isDisabled: false }))

  function runDisable(options: { email: string; isDisabled: boolean; json?: true }): Promise<void> {
    return run(options, async () => (await import('./disable-user.ts')).runDisableUser)
  }

  add(program.command('sessions').description('Sessions of browsers'), 'end', 'End sessions')
    .option('--email <address>', 'of the user with this email address')
    .option('--all', 'of all users')
    .action((options) =>
      run(options, async () => (await import('./end-sessions.ts')).runEndSessions),
    )
}
