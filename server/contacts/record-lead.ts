import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
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
  const given = bulkRows('given', leads, {
    id: ['uuid', (_, index) => ids[index]!],
    person_id: ['uuid', (lead) => lead.personId],
    data: [
      'jsonb',
      ({ source, campaign, details }) =>
        JSON.stringify({ source, campaign: campaign ?? null, ...details }),
    ],
    occurred_at: ['timestamptz', (lead) => lead.at],
  })
  await sql`
    insert into timeline_entries (workspace_id, kind, ${given.columns})
    select ${tx.workspaceId}::uuid, 'lead', ${given.columns} from ${given}`.execute(tx.db)
  return leads.map(({ source, campaign, at }, index) => ({
    id: ids[index]!,
    source,
    campaign: campaign ?? null,
    created_at: at,
  }))
}
