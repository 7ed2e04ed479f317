import { queryClient } from '../../../lib/query-client.ts'

/** Refetches the shown invitations. */
export function refreshInvitations(): void {
  void queryClient.invalidateQueries({ queryKey: ['invitations'] })
}
