import type { Scope } from '../context.ts'
import { newId } from '../lib/ids.ts'

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
