import { readTrimmed } from '#lib/read-trimmed.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import type { Scope } from '#db/context.ts'
import { customerUrlRules } from '#lib/outgoing/customer-url-rules.ts'
import { AppError, invalidField } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { checkWebhookUrl } from '#lib/outgoing/check-webhook-url.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { changedFields } from '../audit/changed-fields.ts'
import { clientSecretOf, encryptClientSecret } from './encrypt-client-secret.ts'
import { findConnection } from './find-connection.ts'
import type { Connection } from './find-connection.ts'
import type { IssuerClient } from './issuer-client.ts'
import type { ConfigureSsoBody } from './schema.ts'

/**
 * Stores with which issuer the members of the workspace sign in, after reading the issuer's metadata. With another issuer
 * or client, the sessions of the former one end, and single sign-on is no longer required. Another issuer does not receive
 * the stored client secret.
 *
 * @throws {AppError} validation_failed
 */
export async function configureSso(
  scope: Scope,
  issuers: IssuerClient,
  input: ConfigureSsoBody,
): Promise<void> {
  checkIssuer(scope, input.issuer)
  const label = readTrimmed('label', input.label)
  const settings = { ...input, label }
  try {
    await issuers.discover(toConnection(scope, await findConnection(scope), settings))
  } catch (err) {
    if (!(err instanceof AppError) || err.code !== 'sso_unavailable') throw err
    throw invalidField('issuer', `cannot be used: ${err.message}`)
  }
  await directoryTransaction(scope, async (tx) => {
    // The issuer can take seconds to answer, in which the policy may have changed. Sign-ins that lock the row wait.
    const before = await findConnection(tx, { forUpdate: true })
    const after = toConnection(tx, before, settings)
    const row = {
      ...after,
      role_values: JSON.stringify(after.role_values),
      team_values: JSON.stringify(after.team_values),
    }
    await tx.directory
      .insertInto('sso_connections')
      .values(row)
      .onConflict((oc) => oc.column('workspace_id').doUpdateSet(row))
      .execute()
    if (before?.id !== after.id) await endSsoSessions(tx)
    await recordAudit(tx, 'sso.configured', after.id, {
      name: label,
      changes: changedFields(shown(before), shown(after)),
    })
  })
}

/** Ends the sessions that the workspace's issuer made, in the caller's transaction. */
export async function endSsoSessions(tx: Scope): Promise<void> {
  await tx.directory.deleteFrom('sessions').where('sso_workspace_id', '=', tx.workspaceId).execute()
}

/** Checks the issuer's URL; only an operator who allows local targets can use http. @throws {AppError} validation_failed */
function checkIssuer({ config }: Scope, issuer: string): void {
  const { url, message } = checkWebhookUrl(issuer, customerUrlRules(config))
  if (!url) throw invalidField('issuer', message)
  if (url.protocol !== 'https:' && !config.allowLocalWebhooks)
    throw invalidField('issuer', 'must start with https://')
  if (url.search !== '' || url.hash !== '')
    throw invalidField('issuer', 'must have no query and no fragment')
}

function toConnection(
  scope: Scope,
  before: Connection | undefined,
  input: ConfigureSsoBody,
): Connection {
  const { client_secret: secret, ...settings } = input
  const isSame = before?.issuer === input.issuer && before.client_id === input.client_id
  const now = scope.clock.now()
  const id = isSame ? before.id : newId()
  const place = { workspace_id: scope.workspaceId, id }
  if (secret === undefined && before?.client_secret && before.issuer !== input.issuer)
    throw invalidField(
      'client_secret',
      'must be entered again for another issuer, which would otherwise receive the stored one',
    )
  // A stored secret is bound to the id of its connection, so it is encrypted again for another one.
  const kept = secret === undefined && before ? clientSecretOf(scope, before) : (secret ?? null)
  return {
    ...settings,
    ...place,
    client_secret: kept === null ? null : encryptClientSecret(scope, place, kept),
    team_claim: before?.team_claim ?? null,
    team_values: before?.team_values ?? {},
    is_required: isSame ? before.is_required : false,
    created_at: before?.created_at ?? now,
    updated_at: now,
  }
}

function shown(connection: Connection | undefined): Record<string, unknown> {
  if (!connection) return {}
  const { issuer, client_id, label, default_role, role_claim, role_values } = connection
  return { issuer, client_id, label, default_role, role_claim, role_values }
}
