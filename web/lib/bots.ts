import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Bot as BotShape } from '#bots/schema.ts'
import { readAll } from './read-all.ts'
import type { Wire } from './wire.ts'

/** A bot, or a former one. */
export type Bot = Wire<BotShape>

/** Reads all bots, also deleted ones, whose names are still needed. */
export const botsQuery = queryOptions({
  queryKey: ['bots', 'all'],
  queryFn: () => readAll<Bot>('/api/v1/bots'),
  staleTime: 5 * 60_000,
})

/** Returns a function that finds a bot; it returns undefined until the bots are loaded, which they are only while `isNeeded`. */
export function useFindBot(isNeeded: boolean): (id: string | null) => Bot | undefined {
  const { data } = useQuery({ ...botsQuery, enabled: isNeeded })
  return useCallback((id) => data?.find((bot) => bot.id === id), [data])
}
