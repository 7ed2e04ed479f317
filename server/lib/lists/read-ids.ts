import { fieldError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'
import { PAGE_SIZE } from '#shared/pages.ts'

/** Ids of a filter: up to 100, separated by commas, or a list that was checked with the body of the request. */
export type IdList = string | string[]

/** The filters `Q` of an export, whose ids may also come as a list. */
export type Selected<Q> = Omit<Q, 'ids' | 'except_ids'> & { ids?: IdList; except_ids?: IdList }

/** Returns the ids of a filter. @throws {AppError} validation_failed */
export function readIds(given: IdList, field: string): string[] {
  if (typeof given !== 'string') return given
  const ids = given.split(',')
  if (ids.length > PAGE_SIZE.max || !ids.every(isUuid))
    throw fieldError(
      'validation_failed',
      field,
      `must contain up to ${PAGE_SIZE.max} ids, separated by commas`,
    )
  return ids
}

/** Returns what the audit log records of an export: the filters, and long lists of ids as their number. */
export function describeSelection({ ids, except_ids: except, ...filters }: Selected<object>): {
  filters: object
} {
  const shown = (list: IdList) => (typeof list === 'string' ? list : `${list.length} ids`)
  return {
    filters: {
      ...filters,
      ...(ids !== undefined && { ids: shown(ids) }),
      ...(except !== undefined && { except_ids: shown(except) }),
    },
  }
}
