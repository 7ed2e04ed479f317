import type { Scope } from '#db/context.ts'
import { scanAfter, scanNewest } from '#db/scan-newest.ts'
import { itemAt } from '#lib/item-at.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { readPayloadSubjects } from './read-payload-subjects.ts'
import { outcomesOf, toInboundPayload } from './schema.ts'
import type { ListedPayload, PayloadRow } from './schema.ts'
import { selectPayloads } from './select-payloads.ts'
import type { InboundFilter } from './select-payloads.ts'

/** Lists the inbound log with the contact and text of each payload, newest first by id. @throws {AppError} invalid_cursor, validation_failed */
export async function listPayloads(
  scope: Scope,
  input: PageInput & InboundFilter,
): Promise<Page<ListedPayload>> {
  const after = scanAfter(input)
  const selection = await selectPayloads(scope, input, after)
  const page = await scanNewest(scope.db, selection, input, toListed)
  const outcomes = page.data.map(({ outcomes }) => outcomes)
  const subjects = await readPayloadSubjects(scope, outcomes)
  return {
    ...page,
    data: page.data.map(({ payload }, index) => ({ ...payload, ...itemAt(subjects, index) })),
  }
}

function toListed(row: PayloadRow & { created_at: Date }) {
  return { payload: toInboundPayload(row), outcomes: outcomesOf(row) }
}
