import { bytes, time } from '../column.ts'
import { directoryTable } from '../table.ts'

/** The ids of the keys that encrypt secrets in this database. */
export const secret_keys = directoryTable().columns({
  id: bytes(),
  created_at: time().defaulted(),
})
