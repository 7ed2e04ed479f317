import { systemScopeOn } from '#db/in-workspace.ts'
import type { Scope } from '#db/context.ts'
import { configureSso } from '#account/sso/configure-sso.ts'
import { addDomain, removeDomain } from '#account/sso/domains.ts'
import { getSsoSettings } from '#account/sso/get-sso-settings.ts'
import { createIssuerClient } from '#account/sso/issuer-client.ts'
import { removeSso } from '#account/sso/remove-sso.ts'
import { requireSso } from '#account/sso/require-sso.ts'
import type { SsoSettings } from '#account/sso/schema.ts'
import { getWorkspace } from '#account/workspaces/get-workspace.ts'
import { BUILT_IN_ROLE_NAMES, isBuiltInRole } from '#shared/roles.ts'
import type { Role } from '#shared/roles.ts'
import { StartError } from '../start/start-error.ts'
import { toTable } from './print-result.ts'
import type { Result } from './print-result.ts'
import { readPassword } from './read-password.ts'
import { withContext } from './with-context.ts'

/** The options of `sso set`. A mapping is `value=role`. */
type SetOptions = {
  workspace: string
  issuer: string
  clientId: string
  clientSecret?: string
  publicClient?: true
  label: string
  defaultRole: Role
  roleClaim?: string
  role?: string[]
}

/** Runs `sso set`: stores with which issuer the members of a workspace sign in. */
export async function runSetSso(options: SetOptions): Promise<Result> {
  const values = (options.role ?? []).map(readMapping)
  const secret = options.publicClient ? null : await readPassword(options.clientSecret)
  return withSso(options.workspace, async (scope) => {
    const issuers = createIssuerClient(scope)
    try {
      await configureSso(scope, issuers, {
        issuer: options.issuer,
        client_id: options.clientId,
        client_secret: secret,
        label: options.label,
        default_role: options.defaultRole,
        role_claim: options.roleClaim ?? null,
        role_values: Object.fromEntries(values),
      })
    } finally {
      await issuers.close()
    }
    return 'Members can sign in with the issuer now.'
  })
}

/** Runs `sso show`: prints the single sign-on of a workspace. */
export async function runShowSso(options: { workspace: string }): Promise<Result> {
  return withSso(options.workspace, () => Promise.resolve(undefined))
}

/** Runs `sso remove`: removes the single sign-on of a workspace and ends its sessions. */
export async function runRemoveSso(options: { workspace: string }): Promise<Result> {
  return withSso(options.workspace, async (scope) => {
    await removeSso(scope)
    return 'Single sign-on was removed, and its sessions have ended.'
  })
}

/** Runs `sso allow-passwords`: lets members use the workspace without single sign-on again. */
export async function runAllowPasswords(options: { workspace: string }): Promise<Result> {
  return withSso(options.workspace, async (scope) => {
    await requireSso(scope, { isRequired: false, ssoWorkspaceId: null })
    return 'Members can use the workspace without single sign-on again.'
  })
}

/** Runs `sso add-domain`: the operator vouches that the workspace owns a domain. */
export async function runAddDomain(options: {
  workspace: string
  domain: string
}): Promise<Result> {
  return withSso(options.workspace, async (scope) => {
    await addDomain(scope, { domain: options.domain, isVerified: true })
    return 'People with an address of the domain become members when they sign in.'
  })
}

/** Runs `sso remove-domain`: people with an address of the domain no longer become members. */
export async function runRemoveDomain(options: {
  workspace: string
  domain: string
}): Promise<Result> {
  return withSso(options.workspace, async (scope) => {
    await removeDomain(scope, options.domain)
    return 'The domain was removed. Members who joined by it stay members.'
  })
}

async function withSso(
  workspace: string,
  run: (scope: Scope) => Promise<string | undefined>,
): Promise<Result> {
  const { done, settings } = await withContext(async (context) => {
    const { id } = await getWorkspace(context, workspace)
    const scope = await systemScopeOn(context, id)
    return { done: await run(scope), settings: await getSsoSettings(scope) }
  })
  return { json: settings, lines: [...(done === undefined ? [] : [done]), ...toLines(settings)] }
}

function toLines({ connection, domains, redirect_uri, sign_in_url }: SsoSettings): string[] {
  return toTable({
    issuer: connection?.issuer ?? 'none',
    ...(connection && {
      client: connection.client_id,
      label: connection.label,
      'default role': connection.default_role,
      required: connection.is_required ? 'yes' : 'no',
    }),
    domains:
      domains
        .map(({ domain, verified_at, missing_since }) => {
          if (!verified_at) return `${domain} (not verified)`
          return missing_since ? `${domain} (TXT record is missing)` : domain
        })
        .join(', ') || 'none',
    'redirect URI': redirect_uri,
    'sign-in URL': sign_in_url,
  })
}

function readMapping(text: string): [value: string, role: Role] {
  const equals = text.lastIndexOf('=')
  const [value, role] = [text.slice(0, equals), text.slice(equals + 1)]
  if (equals > 0 && isBuiltInRole(role)) return [value, role]
  throw new StartError(
    `--role must be <value>=<role> with the role ${BUILT_IN_ROLE_NAMES.join(', ')}, not ${text}.`,
  )
}
