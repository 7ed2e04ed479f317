import { queryClient } from './query-client.ts'

/** Reads anew what is shown of endpoints and their deliveries, after something was done. */
export function refreshDeveloper(): void {
  void queryClient.invalidateQueries({ queryKey: ['developer'] })
}
