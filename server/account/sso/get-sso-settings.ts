import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { pickFields } from '#lib/schemas.ts'
import { DOMAIN_GRACE_DAYS } from '#shared/sso.ts'
import { getWorkspace } from '../workspaces/get-workspace.ts'
import { DAY_MS } from './domains.ts'
import { findConnection } from './find-connection.ts'
import { toRecord } from './lookup-proof.ts'
import { SsoConnection } from './schema.ts'
import type { SsoSettings } from './schema.ts'
import { redirectUri } from './start-sso.ts'

/** Returns the settings of the workspace's single sign-on. */
export async function getSsoSettings(scope: Scope): Promise<SsoSettings> {
  const { slug } = await getWorkspace(scope, scope.workspaceId)
  const row = await findConnection(scope)
  const domains = await selectFrom(scope, 'sso_domains')
    .select(['domain', 'token', 'verified_at', 'check_at', 'missing_since', 'lapsed_at'])
    .orderBy('domain')
    .execute()
  return {
    connection: row
      ? pickFields(SsoConnection, { ...row, has_client_secret: row.client_secret !== null })
      : null,
    domains: domains.map(({ domain, token, verified_at, check_at, missing_since, lapsed_at }) => ({
      domain,
      record: toRecord(token),
      verified_at,
      is_checked: check_at !== null,
      missing_since,
      lapses_at: missing_since && new Date(missing_since.getTime() + DOMAIN_GRACE_DAYS * DAY_MS),
      lapsed_at,
    })),
    redirect_uri: redirectUri(scope, scope.workspaceId),
    sign_in_url: `${scope.config.publicUrl}/api/auth/sso/start?workspace=${slug}`,
  }
}
