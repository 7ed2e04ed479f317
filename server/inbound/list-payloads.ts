import type { Scope } from '#context.ts'
import { scanAfter, scanNewest } from '#db/scan-newest.ts'
import type { Page, PageInput } from '#lib/pagination.ts'
import { toInboundPayload } from './schema.ts'
import type { InboundPayload, PayloadRow } from './schema.ts'
import { selectPayloads } from './select-payloads.ts'
import type { InboundFilter } from './select-payloads.ts'

/** Lists the inbound log, newest first by id. @throws {AppError} invalid_cursor, validation_failed */
export async function listPayloads(
  scope: Scope,
  input: PageInput & InboundFilter,
): Promise<Page<InboundPayload>> {
  const after = scanAfter(input)
  const selection = await selectPayloads(scope, input, after)
  return scanNewest<PayloadRow & { created_at: Date }, InboundPayload>(
    scope.db,
    selection,
    input,
    toInboundPayload,
  )
}
