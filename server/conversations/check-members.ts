import { notFound } from '#db/get-by-id.ts'
import type { PresentMembers } from './find-present-members.ts'

/** Checks that memberships are in `present`. @throws {AppError} membership_not_found */
export function checkMembers(present: PresentMembers, ids: string[]): void {
  const unknown = ids.find((id) => !present.has(id.toLowerCase()))
  if (unknown === undefined) return
  throw notFound('memberships', unknown)
}
