import { text } from '../column.ts'
import { serverTable } from '../table.ts'

/** The table `readiness_checks`, which each check deletes in the transaction that inserts them. */
export const readiness_checks = serverTable().columns({
  filler: text(),
})
