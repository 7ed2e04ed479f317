import { sql } from 'kysely'
import { countRows } from '#db/count-rows.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import type { Scope, WithClock } from '#db/context.ts'
import { selectFrom, deleteFrom, updateTable } from '#db/select-from.ts'
import { createToken } from '#lib/api-key-format.ts'
import { AppError, invalidField } from '#lib/errors.ts'
import { SSO_COUNT_MAX } from '#shared/sso.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { AuditAction } from '#shared/audit-actions.ts'
import { lookupProof, lookupTxt, toRecord } from './lookup-proof.ts'
import type { LookupTxt } from './lookup-proof.ts'

const TOKEN_BYTES = 24
/** A verified domain is looked up again this often. */
export const DAY_MS = 86_400_000

/**
 * Adds a domain whose addresses shall become members. It counts once it is verified. One that the operator vouches for is
 * not looked up again.
 *
 * @throws {AppError} validation_failed (domain), quota_exceeded, domain_taken
 */
export async function addDomain(
  scope: Scope,
  input: { domain: string; isVerified: boolean },
): Promise<void> {
  const domain = checkDomain(input.domain)
  await directoryTransaction(scope, async (tx) => {
    if ((await countRows(selectFrom(tx, 'sso_domains'))) >= SSO_COUNT_MAX.domains)
      throw new AppError(
        'quota_exceeded',
        `The workspace can have ${SSO_COUNT_MAX.domains} domains. Remove one first.`,
      )
    const { numInsertedOrUpdatedRows: added } = await tx.directory
      .insertInto('sso_domains')
      .values({
        workspace_id: tx.workspaceId,
        domain,
        token: createToken(TOKEN_BYTES),
        created_at: tx.clock.now(),
      })
      .onConflict((oc) => oc.doNothing())
      .executeTakeFirst()
    if (added) await record(tx, 'sso.domain_added', domain)
    if (input.isVerified) await markVerified(tx, domain, { check_at: null })
  })
}

/**
 * Verifies a domain by the TXT record that only its owner can create. The record is then looked up each day.
 *
 * @throws {AppError} domain_not_found, domain_not_verified (no such record), domain_taken
 */
export async function verifyDomain(
  scope: Scope,
  name: string,
  lookup: LookupTxt = lookupTxt,
): Promise<void> {
  const row = await selectFrom(scope, 'sso_domains')
    .select(['domain', 'token'])
    .where('domain', '=', name.toLowerCase())
    .executeTakeFirst()
  if (!row) throw noDomain(name)
  if ((await lookupProof(row, lookup)) !== 'found')
    throw new AppError(
      'domain_not_verified',
      `${row.domain} has no TXT record ${toRecord(row.token)}. New records can take an hour to be visible.`,
    )
  await directoryTransaction(scope, (tx) => markVerified(tx, row.domain, nextCheck(tx)))
}

/** Removes a domain. Members who joined by it stay. @throws {AppError} domain_not_found */
export async function removeDomain(scope: Scope, name: string): Promise<void> {
  await directoryTransaction(scope, async (tx) => {
    const { numDeletedRows } = await deleteFrom(tx, 'sso_domains')
      .where('domain', '=', name.toLowerCase())
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw noDomain(name)
    await record(tx, 'sso.domain_removed', name.toLowerCase())
  })
}

/** Returns when a domain whose record was just found is looked up again. */
export function nextCheck({ clock }: WithClock): { check_at: Date } {
  return { check_at: new Date(clock.now().getTime() + DAY_MS) }
}

async function markVerified(
  tx: Scope,
  domain: string,
  check: { check_at: Date | null },
): Promise<void> {
  // Serializes concurrent verifications, so that the second one fails.
  const lock = `sso domain ${domain}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx.directory)
  const owner = await tx.directory
    .selectFrom('sso_domains')
    .select('workspace_id')
    .where('domain', '=', domain)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  const isOwn = owner?.workspace_id === tx.workspaceId
  if (owner && !isOwn)
    throw new AppError('domain_taken', `${domain} is verified for another workspace already.`)
  await updateTable(tx, 'sso_domains')
    .set({
      ...check,
      ...(!isOwn && { verified_at: tx.clock.now() }),
      missing_since: null,
      lapsed_at: null,
    })
    .where('domain', '=', domain)
    .execute()
  if (!isOwn) await record(tx, 'sso.domain_verified', domain)
}

function checkDomain(text: string): string {
  const domain = text.trim().toLowerCase().replace(/^@/, '')
  if (
    domain.length > 253 ||
    !/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(domain)
  )
    throw invalidField('domain', 'must be a domain, such as example.com')
  return domain
}

async function record(tx: Scope, action: AuditAction, domain: string): Promise<void> {
  await recordAudit(tx, action, domain, { name: domain })
}

function noDomain(name: string): AppError {
  return new AppError('domain_not_found', `The workspace has no domain ${name}.`)
}
