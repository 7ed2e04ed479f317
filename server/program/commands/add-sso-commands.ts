import { Option } from 'commander'
import { BUILT_IN_ROLE_NAMES } from '#shared/roles.ts'
import { workspaceOption } from './command-line.ts'
import type { CommandLine } from './command-line.ts'

/** Adds the commands of `sso`: single sign-on of workspaces. */
export function addSsoCommands(program: CommandLine): void {
  const sso = program.group('sso', 'Single sign-on (OpenID Connect) of workspaces')
  const ssoCommands = () => import('./sso.ts')

  sso
    .add('set', 'Set with which issuer the members of a workspace sign in')
    .requiredOption(...workspaceOption)
    .requiredOption('--issuer <url>', 'the URL of the issuer')
    .requiredOption('--client-id <id>', 'the id of the client that is registered with the issuer')
    .option(
      '--client-secret <secret>',
      'its secret (default: asked for, or the first line of stdin)',
    )
    .option('--public-client', 'the client has no secret')
    .requiredOption('--label <text>', 'the name on the sign-in button')
    .addOption(
      new Option('--default-role <role>', 'the role of new members')
        .choices([...BUILT_IN_ROLE_NAMES])
        .default('agent'),
    )
    .option('--role-claim <name>', 'the claim that decides the role')
    .option('--role <value=role...>', 'the role of a value of the claim')
    .runs(async () => (await ssoCommands()).runSetSso)

  sso
    .add('show', 'Show the single sign-on of a workspace')
    .requiredOption(...workspaceOption)
    .runs(async () => (await ssoCommands()).runShowSso)

  sso
    .add('remove', 'Remove the single sign-on of a workspace, and end its sessions')
    .requiredOption(...workspaceOption)
    .runs(async () => (await ssoCommands()).runRemoveSso)

  sso
    .add('allow-passwords', 'Let members use a workspace without single sign-on again')
    .requiredOption(...workspaceOption)
    .runs(async () => (await ssoCommands()).runAllowPasswords)

  sso
    .add('add-domain', 'Add a domain whose addresses become members, without a TXT record')
    .requiredOption(...workspaceOption)
    .requiredOption('--domain <domain>', 'the domain')
    .runs(async () => (await ssoCommands()).runAddDomain)

  sso
    .add('remove-domain', 'Remove a domain')
    .requiredOption(...workspaceOption)
    .requiredOption('--domain <domain>', 'the domain')
    .runs(async () => (await ssoCommands()).runRemoveDomain)
}
