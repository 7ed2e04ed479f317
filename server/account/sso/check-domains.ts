import { sql } from 'kysely'
import { systemScope } from '#db/context.ts'
import type { Context, Scope, WithDirectory, WithClock } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { updateTable } from '#db/select-from.ts'
import { DOMAIN_GRACE_DAYS } from '#shared/sso.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { readAudience, recordNotice } from '../notices/record-notice.ts'
import { DAY_MS, nextCheck } from './domains.ts'
import { lookupProof, lookupTxt, toRecord } from './lookup-proof.ts'
import type { LookupTxt } from './lookup-proof.ts'

/** A claimed domain. `check_at` is the end of its lease. */
type Claimed = { workspace_id: string; domain: string; token: string; check_at: Date }

const BATCH = 20
const LEASE_MS = 10 * 60_000
const RETRY_MS = 60 * 60_000
const GRACE_MS = DOMAIN_GRACE_DAYS * DAY_MS

/**
 * Looks up again the TXT records of the verified domains that are due, until none is left or `signal` is aborted. A domain
 * whose record is missing for the grace period makes nobody a member any more; its admins are notified at both times.
 * Members stay members. Any number of processes can run it: each domain is looked up by one of them.
 */
export async function checkDomains(
  context: Context,
  { signal, lookup = lookupTxt }: { signal?: AbortSignal; lookup?: LookupTxt } = {},
): Promise<void> {
  while (!signal?.aborted) {
    const claimed = await claim(context)
    await Promise.all(
      claimed.map(async (each) => record(context, each, await lookupProof(each, lookup))),
    )
    if (claimed.length < BATCH) return
  }
}

async function claim({ directory, clock }: WithDirectory & WithClock): Promise<Claimed[]> {
  const now = clock.now()
  const { rows } = await sql<Claimed>`
    /* across workspaces: no request waits for these domains */
    update sso_domains set check_at = ${new Date(now.getTime() + LEASE_MS)}
    where (workspace_id, domain) in (
      select workspace_id, domain from sso_domains where check_at <= ${now}
      order by check_at limit ${BATCH} for update skip locked
    )
    returning workspace_id, domain, token, check_at`.execute(directory)
  return rows
}

/** Records the result of a lookup, unless the lease is over or the domain has changed since. */
async function record(
  context: Context,
  { workspace_id: workspaceId, domain, check_at: lease }: Claimed,
  result: 'found' | 'missing' | 'unknown',
): Promise<void> {
  await directoryTransaction(systemScope(context, workspaceId), async (tx) => {
    const now = tx.clock.now()
    const row = await tx.directory
      .selectFrom('sso_domains')
      .select(['token', 'missing_since'])
      .where('workspace_id', '=', workspaceId)
      .where('domain', '=', domain)
      .where('check_at', '=', lease)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return
    if (result === 'unknown')
      return update(tx, domain, { check_at: new Date(now.getTime() + RETRY_MS) })
    if (result === 'found') return update(tx, domain, { ...nextCheck(tx), missing_since: null })
    const since = row.missing_since ?? now
    const lapsesAt = new Date(since.getTime() + GRACE_MS)
    const notify = async (status: 'missing' | 'lapsed', at: Date) => {
      const data = { domain, record: toRecord(row.token), status, lapses_at: at }
      await recordNotice(tx, { kind: 'domain_unproved', data }, await readAudience(tx))
    }
    if (now >= lapsesAt) {
      await update(tx, domain, {
        verified_at: null,
        check_at: null,
        missing_since: null,
        lapsed_at: now,
      })
      await recordAudit(tx, 'sso.domain_lapsed', domain, { name: domain })
      return notify('lapsed', now)
    }
    await update(tx, domain, { ...nextCheck(tx), missing_since: since })
    if (row.missing_since === null) await notify('missing', lapsesAt)
  })
}

type Change = {
  verified_at?: null
  check_at: Date | null
  missing_since?: Date | null
  lapsed_at?: Date
}

async function update(tx: Scope, domain: string, change: Change): Promise<void> {
  await updateTable(tx, 'sso_domains').set(change).where('domain', '=', domain).execute()
}
