import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { newId } from '#lib/ids.ts'

/** A lead, as the API gives it. */
export type Lead = { id: string; source: string; campaign: string | null; created_at: Date }

/** Puts a lead on a person's timeline; `details` are kept beside source and campaign. */
export async function recordLead(
  tx: Scope,
  personId: string,
  input: { source: string; campaign?: string | undefined; details?: Record<string, unknown> },
): Promise<Lead> {
  const lead = {
    id: newId(),
    source: input.source,
    campaign: input.campaign ?? null,
    created_at: tx.clock.now(),
  }
  await tx.db
    .insertInto('timeline_entries')
    .values({
      workspace_id: tx.workspaceId,
      id: lead.id,
      person_id: personId,
      kind: 'lead',
      data: JSON.stringify({ source: lead.source, campaign: lead.campaign, ...input.details }),
      occurred_at: lead.created_at,
    })
    .execute()
  return lead
}

/** A lead of somebody, with the time at which it came. */
export type NewLead = {
  personId: string
  source: string
  campaign: string | undefined
  details: Record<string, unknown>
  at: Date
}

/** Puts leads on people's timelines, in one statement; gives them in the same order. */
export async function recordLeads(tx: Scope, leads: NewLead[]): Promise<Lead[]> {
  if (leads.length === 0) return []
  const ids = leads.map(() => newId())
  const data = leads.map(({ source, campaign, details }) =>
    JSON.stringify({ source, campaign: campaign ?? null, ...details }),
  )
  await sql`
    insert into timeline_entries (workspace_id, kind, id, person_id, data, occurred_at)
    select ${tx.workspaceId}::uuid, 'lead', given.* from unnest(
      ${ids}::uuid[],
      ${leads.map((lead) => lead.personId)}::uuid[],
      ${data}::jsonb[],
      ${leads.map((lead) => lead.at)}::timestamptz[]
    ) as given`.execute(tx.db)
  return leads.map(({ source, campaign, at }, index) => ({
    id: ids[index]!,
    source,
    campaign: campaign ?? null,
    created_at: at,
  }))
}
