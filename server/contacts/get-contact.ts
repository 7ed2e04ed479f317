import type { Scope } from '../context.ts'
import { findById } from '../db/find-by-id.ts'
import { AppError } from '../lib/errors.ts'
import { toPerson } from './schema.ts'
import type { Person } from './schema.ts'

/** The person with this id. @throws {AppError} person_not_found */
export async function getContact(scope: Scope, id: string): Promise<Person> {
  const row = await findById(scope, 'people', id)
  if (!row) throw new AppError('person_not_found', `There is no person ${id} in this workspace.`)
  return toPerson(row)
}
