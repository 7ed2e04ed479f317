import type { BusinessHours, DayException } from '#shared/business-hours.ts'
import { boolean, json, text, time, uuid } from '../column.ts'
import { tenantTable } from '../table.ts'

/** When a business, or a team of it, is open. */
export const business_hours = tenantTable({
  visibleBy: { everybody: 'when the business is open' },
  rows: 'few',
  withoutContacts: 'settings of admins',
}).columns({
  id: uuid(),
  name: text(),
  time_zone: text(),
  week: json<BusinessHours['week']>(),
  exceptions: json<readonly DayException[]>(),
  is_default: boolean(),
  created_at: time(),
  updated_at: time(),
})

/** Rows of `business_hours`. */
export type BusinessHoursRows = typeof business_hours.row
