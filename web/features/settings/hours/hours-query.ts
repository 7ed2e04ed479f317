import { queryOptions } from '@tanstack/react-query'
import type { BusinessHours } from '#business-hours/schema.ts'
import { readAll } from '../../../lib/read-all.ts'
import type { Wire } from '../../../lib/wire.ts'

/** Business hours, as the API returns them. */
export type Hours = Wire<BusinessHours>

/** The key of everything that is read about business hours. */
export const HOURS = ['business-hours'] as const

/** Reads all business hours of the workspace. */
export const hoursQuery = queryOptions({
  queryKey: HOURS,
  queryFn: () => readAll<Hours>('/api/v1/business-hours'),
})
