import { queryClient } from '../../lib/query-client.ts'

/** Refetches the data of the developer pages. */
export function refreshDeveloper(): void {
  void queryClient.invalidateQueries({ queryKey: ['developer'] })
}
