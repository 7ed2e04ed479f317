import type { BulkSubject } from '#shared/bulk-actions.ts'
import { PAGE_SIZE } from '#shared/pages.ts'
import { toUrl } from '../../lib/api.ts'
import type { Query } from '../../lib/api.ts'
import { downloadFile } from '../../lib/confirmation.ts'
import type { Selection } from '../../lib/selection.ts'

/** The names of the files. */
const FILES = { chats: 'conversations', contacts: 'contacts', tickets: 'tickets' } as const

/**
 * Returns a function that downloads the selected rows of a list as CSV, or null if they cannot be exported: an address
 * has space for up to 100 ids, of rows to export or to leave out.
 */
export function useExport(
  subject: BulkSubject,
  selection: Selection,
  filters: Query,
): (() => void) | null {
  const { count, ids, isAll, exceptions } = selection
  if (count === 0 || ids.length > PAGE_SIZE.max || exceptions.length > PAGE_SIZE.max) return null
  const chosen = isAll ? { ...filters, except_ids: exceptions.join(',') } : { ids: ids.join(',') }
  return () =>
    void downloadFile(toUrl(`/api/v1/${subject}/export.csv`, chosen), `${FILES[subject]}.csv`)
}
