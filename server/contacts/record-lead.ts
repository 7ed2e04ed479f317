import type { Scope } from '#db/context.ts'
import { recordTimelineEntries } from './record-timeline-entries.ts'

/** A lead, as the API returns it. */
type Lead = { id: string; source: string; campaign: string | null; created_at: Date }

/** A lead of a contact; `details` are stored beside source and campaign, `at` is now by default. */
type NewLead = {
  personId: string
  source: string
  campaign?: string | null | undefined
  details?: Record<string, unknown>
  at?: Date
}

/** Records leads on the timelines of contacts, in one statement; returns them in the same order. */
export async function recordLeads(tx: Scope, leads: NewLead[]): Promise<Lead[]> {
  const entries = await recordTimelineEntries(
    tx,
    leads.map(({ personId, source, campaign = null, details, at = tx.clock.now() }) => ({
      personId,
      kind: 'lead',
      data: { source, campaign, ...details },
      at,
    })),
  )
  return entries.map(({ id, occurred_at }, index) => ({
    id,
    source: leads[index]!.source,
    campaign: leads[index]!.campaign ?? null,
    created_at: occurred_at,
  }))
}

/** Records one lead. */
export async function recordLead(tx: Scope, lead: NewLead): Promise<Lead> {
  const [recorded] = await recordLeads(tx, [lead])
  return recorded!
}
