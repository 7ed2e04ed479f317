import { useTranslations } from 'use-intl'
import type { BulkSubject } from '#shared/bulk-actions.ts'
import { PAGE_SIZE } from '#shared/pages.ts'
import { api, toUrl } from '../../lib/api.ts'
import type { Query } from '../../lib/api.ts'

import { downloadFile, saveFile } from '../../lib/confirmation.ts'
import type { Selection } from '../../lib/selection.ts'
import { notifyError } from '../notify.ts'
import { toFilter } from './use-bulk-action.ts'

/** The names of the files. */
const FILES = { chats: 'conversations', contacts: 'contacts', tickets: 'tickets' } as const

/**
 * Returns a function that downloads the selected rows of a list as CSV, or null if none is selected. The browser reads the
 * file itself, unless the address has no space for the ids.
 */
export function useExport(
  subject: BulkSubject,
  selection: Selection,
  filters: Query,
): (() => void) | null {
  const t = useTranslations('bulk')
  const { count, ids, isAll, exceptions } = selection
  if (count === 0) return null
  const path = `/api/v1/${subject}/export.csv`
  const name = `${FILES[subject]}.csv`
  async function post(): Promise<void> {
    const chosen = isAll ? { filter: toFilter(filters), except_ids: exceptions } : { ids }
    try {
      saveFile(await api.post<string>(path, chosen), name)
    } catch (err) {
      notifyError(t('exportFailed'), err)
    }
  }
  if (ids.length > PAGE_SIZE.max || exceptions.length > PAGE_SIZE.max) return () => void post()
  const chosen = isAll ? { ...filters, except_ids: exceptions.join(',') } : { ids: ids.join(',') }
  return () => void downloadFile(toUrl(path, chosen), name)
}
