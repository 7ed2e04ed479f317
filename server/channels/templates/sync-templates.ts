import { sql } from 'kysely'
import { getById } from '#db/get-by-id.ts'
import { updateTable } from '#db/select-from.ts'
import { decryptAccessToken } from '../encrypt-access-token.ts'
import type { Scope } from '#db/context.ts'
import { affectedRows } from '#db/affected-rows.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { transaction } from '#db/transaction.ts'
import { AppError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import type { PlatformClients } from '#platforms/registry/create-platform-clients.ts'
import type { PlatformTemplate } from '#platforms/reports.ts'
import { updateById } from '#db/update-by-id.ts'
import type { TemplateSync } from './schema.ts'

/** Interval at which templates are read; webhooks report the changes in between. */
const EVERY_MS = 3_600_000
const AFTER_FAILURE_MS = 300_000

/**
 * Reads a channel's templates and its send rate from the platform. Keeps what webhooks reported during the download; a template
 * that no longer exists there becomes DELETED. Call it outside a transaction.
 *
 * @throws {AppError} channel_not_found, channel_not_connected, business_account_unknown, platform_refused
 */
export async function syncTemplates(
  scope: Scope,
  clients: PlatformClients,
  channelId: string,
): Promise<TemplateSync> {
  const { account, businessAccount, accessToken, client } = await readAccount(
    scope,
    clients,
    channelId,
  )
  // Webhooks report times in whole seconds, so a report of the same second counts as newer.
  const startedAt = new Date(Math.floor(scope.clock.now().getTime() / 1000) * 1000)
  const fetched = await client.listTemplates({ businessAccount, accessToken })
  if ('failed' in fetched) {
    const { code, message } = fetched.failed.error
    await noteFailure(scope, channelId, `${message} (${code})`)
    throw new AppError(
      'platform_refused',
      `The platform did not return the templates: ${message} (${code})`,
    )
  }
  const sendRate = await client.readSendRate?.({ account, accessToken })
  return transaction(scope, async (tx) => {
    const { templates } = fetched
    await saveTemplates(tx, businessAccount, templates, startedAt)
    const deleted = await markDeleted(tx, businessAccount, templates, startedAt)
    const now = tx.clock.now()
    const channel = await updateTable(tx, 'channels')
      .set({
        ...(sendRate !== undefined && { send_rate: sendRate }),
        templates_synced_at: now,
        templates_due_at: new Date(now.getTime() + EVERY_MS),
        templates_error: null,
      })
      .where('id', '=', channelId)
      .returning('send_rate')
      .executeTakeFirstOrThrow()
    return {
      channel_id: channelId.toLowerCase(),
      templates: templates.length,
      deleted,
      send_rate: channel.send_rate,
      synced_at: now,
    }
  })
}

async function readAccount(scope: Scope, clients: PlatformClients, channelId: string) {
  const channel = await getById(scope, 'channels', channelId)
  const { listTemplates, readSendRate } = clients.of(channel.type)
  if (!listTemplates || !channel.access_token)
    throw new AppError('channel_not_connected', 'The channel has no WhatsApp access token.')
  if (channel.business_account === null)
    throw new AppError(
      'business_account_unknown',
      "Set the channel's business account, or wait for its first webhook, which contains it.",
    )
  const accessToken = decryptAccessToken(scope, channelId.toLowerCase(), channel.access_token)
  const { account, business_account: businessAccount } = channel
  return { account, businessAccount, accessToken, client: { listTemplates, readSendRate } }
}

async function noteFailure(scope: Scope, channelId: string, message: string): Promise<void> {
  await updateById(scope, 'channels', channelId, {
    templates_error: message.slice(0, 1000),
    templates_due_at: new Date(scope.clock.now().getTime() + AFTER_FAILURE_MS),
  })
}

async function saveTemplates(
  tx: Scope,
  businessAccount: string,
  templates: PlatformTemplate[],
  at: Date,
): Promise<void> {
  const distinct = [
    ...new Map(templates.map((each) => [`${each.language} ${each.name}`, each])).values(),
  ]
  const isNewer = (name: string) =>
    sql`(${sql.ref(`known.${name}`)} is null or ${sql.ref(`known.${name}`)} <= ${at}::timestamptz)`
  const given = bulkRows('given', distinct, {
    id: ['uuid', () => newId()],
    name: ['text', (each) => each.name],
    language: ['text', (each) => each.language],
    platform_template_id: ['text', (each) => each.id],
    category: ['text', (each) => each.category],
    status: ['text', (each) => each.status],
    status_reason: ['text', (each) => each.reason],
    quality: ['text', (each) => each.quality],
    components: ['jsonb', (each) => JSON.stringify(each.components)],
  })
  await sql`
    insert into templates as known (workspace_id, business_account, created_at, updated_at, status_at, quality_at,
      category_at, ${given.columns})
    select ${tx.workspaceId}::uuid, ${businessAccount}, ${at}::timestamptz, ${at}::timestamptz,
      ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz, ${given.columns}
    from ${given}
    order by name, language
    on conflict (workspace_id, business_account, name, language) do update set
      platform_template_id = coalesce(excluded.platform_template_id, known.platform_template_id),
      components = excluded.components,
      status = case when ${isNewer('status_at')} then excluded.status else known.status end,
      status_reason = case when ${isNewer('status_at')} then excluded.status_reason else known.status_reason end,
      status_at = greatest(known.status_at, excluded.status_at),
      quality = case when ${isNewer('quality_at')} then excluded.quality else known.quality end,
      quality_at = greatest(known.quality_at, excluded.quality_at),
      category = case when ${isNewer('category_at')} then excluded.category else known.category end,
      category_at = greatest(known.category_at, excluded.category_at),
      updated_at = case
        when (known.status, known.quality, known.category, known.components) is distinct from
          (excluded.status, excluded.quality, excluded.category, excluded.components)
        then excluded.updated_at else known.updated_at end
    where known.workspace_id = ${tx.workspaceId}`.execute(tx.db)
}

async function markDeleted(
  tx: Scope,
  businessAccount: string,
  templates: PlatformTemplate[],
  at: Date,
): Promise<number> {
  const fetched = bulkRows('fetched', templates, {
    name: ['text', (each) => each.name],
    language: ['text', (each) => each.language],
  })
  const changed = await sql`
    update templates set status = 'DELETED', status_reason = null, status_at = ${at}::timestamptz,
      updated_at = ${at}::timestamptz
    where workspace_id = ${tx.workspaceId} and business_account = ${businessAccount}
      and status is distinct from 'DELETED' and (status_at is null or status_at <= ${at}::timestamptz)
      and (name, language) not in (
        select * from ${fetched}
      )`.execute(tx.db)
  return affectedRows(changed)
}
