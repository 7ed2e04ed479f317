import { AppError } from '#lib/errors.ts'
import type { PresentMembers } from './find-present-members.ts'

/** Checks that memberships are in `present`. @throws {AppError} membership_not_found */
export function checkMembers(present: PresentMembers, ids: string[]): void {
  const unknown = ids.find((id) => !present.has(id.toLowerCase()))
  if (unknown === undefined) return
  throw new AppError('membership_not_found', `There is no membership ${unknown} in this workspace.`)
}
