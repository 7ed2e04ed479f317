import { queryClient } from '../../lib/query-client.ts'

/** Refetches what the developer pages show. */
export function refreshDeveloper(): void {
  void queryClient.invalidateQueries({ queryKey: ['developer'] })
}
