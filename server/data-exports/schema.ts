import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { WithConfig } from '#db/context.ts'
import type { DataExports } from '#db/tables/data-exports.ts'
import { pageQuery } from '#lib/page.ts'
import { Actor, closedObject, Id, nullable, pickFields, Time, titled } from '#lib/schemas.ts'

/** The export of all data of one contact. */
export const DataExport = titled('DataExport', {
  id: Id,
  contact_id: Id,
  status: Type.Enum(['running', 'completed', 'canceled'], {
    description:
      'An export is canceled when its contact is erased or merged into another one before it is complete.',
  }),
  section: nullable(
    Type.String({
      minLength: 1,
      description: 'The kind of data that is being read; null when it is over.',
    }),
  ),
  counts: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
    description: 'How many rows the archive contains so far, by kind.',
  }),
  size_bytes: nullable(
    Type.Integer({
      minimum: 0,
      description: 'The size of the archive; null until it is completed.',
    }),
  ),
  download_url: nullable(
    Type.String({
      format: 'uri',
      description:
        'The address of the archive, which needs the same permission as this request; null until it is completed.',
    }),
  ),
  requested_by: Actor,
  requested_at: Time,
  completed_at: nullable(Time),
  expires_at: Type.Unsafe<Date>(
    Type.String({ format: 'date-time', description: 'When the archive is deleted.' }),
  ),
})

/** The export of all data of one contact. */
export type DataExport = Static<typeof DataExport>

/** The query of GET /api/v1/data-exports. */
export const ListDataExportsQuery = closedObject({
  ...pageQuery,
  contact_id: Type.Optional(
    Type.String({ format: 'uuid', description: 'Only exports of this contact.' }),
  ),
})

/** The query of GET /api/v1/data-exports. */
export type ListDataExportsQuery = Static<typeof ListDataExportsQuery>

/** Returns the API's export of a row. */
export function toDataExport({ config }: WithConfig, row: Selectable<DataExports>): DataExport {
  const isCompleted = row.status === 'completed'
  return pickFields(DataExport, {
    ...row,
    section: row.status === 'running' ? row.section : null,
    size_bytes: isCompleted ? row.size_bytes : null,
    download_url: isCompleted ? `${config.publicUrl}/api/v1/data-exports/${row.id}/download` : null,
    requested_by: { type: row.requested_by_type, id: row.requested_by_id },
  })
}
