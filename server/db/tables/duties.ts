import { text, time, uuid } from '../column.ts'
import { serverTable } from '../table.ts'

/** Work that one process of many does at a time. */
export const duties = serverTable().columns({
  name: text(),
  holder: uuid(),
  held_until: time(),
})
