import { useEffect } from 'react'
import type { Availability } from '#shared/availability.ts'
import { api } from './api.ts'
import { earlyEvents, useLive } from './live.ts'
import type { LiveEvent } from './live.ts'
import { membersQuery } from './members.ts'
import type { Member } from './members.ts'
import { queryClient } from './query-client.ts'

/** A change of what is set by hand. `availability` null: working hours and activity decide again. */
export type AvailabilityChange = {
  availability?: Availability | null
  availability_until?: string | null
  business_hours_id?: string | null
}

/** Sets the signed-in member's own availability, or that of another member with this id. @throws {ParleyError} */
export async function saveAvailability(
  change: AvailabilityChange,
  membershipId?: string,
): Promise<void> {
  const path =
    membershipId === undefined ? '/api/session/availability' : `/api/v1/members/${membershipId}`
  showMember(await api.patch<Member>(path, change))
}

/** Follows the changes of members while the component is mounted, so that their availability is shown as it is. */
export function useMemberChanges(): void {
  useEffect(() => {
    for (const event of earlyEvents() ?? []) follow(event)
  }, [])
  useLive(follow)
}

function follow({ type, data }: LiveEvent): void {
  if (type === 'member.updated') showMember(data as Member)
}

/** Shows a member as the server returned them, wherever members are shown. */
export function showMember(member: Member): void {
  queryClient.setQueryData(membersQuery.queryKey, (members) =>
    members?.map((each) => (each.id === member.id ? member : each)),
  )
  void queryClient.invalidateQueries({ queryKey: ['members', 'list'] })
}
