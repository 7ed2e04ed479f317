import { fieldError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'
import { PAGE_SIZE } from '#shared/pages.ts'

/** Returns the ids of a filter with up to 100 ids, separated by commas. @throws {AppError} validation_failed */
export function readIds(text: string, field: string): string[] {
  const ids = text.split(',')
  if (ids.length > PAGE_SIZE.max || !ids.every(isUuid))
    throw fieldError(
      'validation_failed',
      field,
      `must contain up to ${PAGE_SIZE.max} ids, separated by commas`,
    )
  return ids
}
