import type { FieldName } from '../read-field-name.ts'

/** Returns the index of the column that tells the kind of the values in the column at `index`, such as "Phone 1 - Type". */
export function findLabel(names: (FieldName | undefined)[], index: number): number | undefined {
  const name = names[index]
  if (name?.kind !== 'phone' && name?.kind !== 'email') return undefined
  const found = names.findIndex((each) => each?.labels === name.kind && each.number === name.number)
  return found < 0 ? undefined : found
}
