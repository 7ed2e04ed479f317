import type { PayloadStatus } from '#shared/inbound.ts'
import { boolean, bytes, json, number, text, texts, time, uuid, word } from '../column.ts'
import { contactTable, serverTable } from '../table.ts'

/** Payloads of platforms and forms, byte for byte, and the outcome of their processing. */
export const inbound_payloads = contactTable({
  visibleBy: 'nobody',
  rows: 'many',
  partitionedBy: 'id',
  erase: 'payloads',
}).columns({
  id: uuid().exported(),
  platform: word().exported(),
  form_id: uuid().nullable().exported(),
  parent_id: uuid().nullable().unexported(),
  body: bytes().personal().exported(),
  content_type: text().nullable().impersonal('a media type').exported(),
  status: word<PayloadStatus>().defaulted().unexported(),
  outcome: json().nullable().personal().exported(),
  error: text().nullable().impersonal('a fixed text').unexported(),
  labels: texts().defaulted().impersonal('accounts of the workspace and fixed words').unexported(),
  attempts: number().defaulted().unexported(),
  due_at: time().unexported(),
  received_at: time().exported(),
  processed_at: time().nullable().exported(),
  /** Written by `writeCause`. */
  cause: text()
    .nullable()
    .impersonal('ids of a request and a trace, chosen by a platform or a proxy')
    .unexported(),
})

/** Rows of `inbound_payloads`. */
export type InboundPayloads = typeof inbound_payloads.row

/** Since when, and until when at least, payloads could be stored on this server without a gap. */
export const ingest_uptime = serverTable().columns({
  is_only: boolean().defaulted(),
  since: time(),
  seen_at: time(),
})
