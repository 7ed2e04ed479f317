import type { PatientClient } from './patient-client.ts'

/** A payload that ingest stored: when it arrived and was processed, and the statuses in it. Times are in ms since 1970. */
export type StoredPayload = {
  workspaceId: string
  receivedAt: number
  processedAt: number | undefined
  /** The platform's ids of the messages, and ours, which the platform returns. */
  statuses: { status: string; platformId: string; messageId: string | undefined }[]
}

type PayloadRow = {
  workspace_id: string
  platform: string
  body: string
  received_at: Date
  processed_at: Date | null
}

/** Reads all payloads that ingest stored, in order of arrival. */
export async function readPayloads(db: PatientClient): Promise<StoredPayload[]> {
  const { rows } = await db.query<PayloadRow>(`/* across workspaces: all of a run */
    select workspace_id, platform, convert_from(body, 'utf8') as body, received_at, processed_at
    from inbound_payloads order by received_at`)
  return rows.map(({ workspace_id, platform, body, received_at, processed_at }) => ({
    workspaceId: workspace_id,
    receivedAt: received_at.getTime(),
    processedAt: processed_at?.getTime(),
    statuses: platform === 'whatsapp' ? readStatuses(body) : [],
  }))
}

function readStatuses(body: string): StoredPayload['statuses'] {
  const { entry = [] } = JSON.parse(body)
  return entry
    .flatMap(({ changes = [] }: any) => changes)
    .flatMap(({ value }: any) => value?.statuses ?? [])
    .map((each: any) => ({
      status: each.status,
      platformId: each.id,
      messageId: each.biz_opaque_callback_data,
    }))
}

/** Indexes the stored statuses by the platform's id of their message, and by ours. */
export function indexStatuses(
  payloads: StoredPayload[],
): (id: string) => { receivedAt: number; status: string }[] {
  const all = new Map<string, { receivedAt: number; status: string }[]>()
  for (const { receivedAt, statuses } of payloads)
    for (const { status, platformId, messageId } of statuses)
      for (const id of new Set([platformId, messageId ?? platformId]))
        all.set(id, [...(all.get(id) ?? []), { receivedAt, status }])
  return (id) => all.get(id) ?? []
}
