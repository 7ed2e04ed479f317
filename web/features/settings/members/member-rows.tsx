import { Badge, Button, Group, NativeSelect } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useTimes } from '../../../lib/use-times.ts'
import type { Member as MemberResource } from '#account/users/schema.ts'
import { useSession } from '../../../lib/session.ts'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { CustomerText } from '../../../components/customer-text.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { api } from '../../../lib/api.ts'
import { notifyDone, notifyError } from '../../../components/notify.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { rolesQuery, useRoleName } from '../../../lib/roles.ts'
import type { Wire } from '../../../lib/wire.ts'
import { AvailabilityMenu } from '../../../components/availability/availability-menu.tsx'
import { MemberFace } from '../../../components/availability/member-face.tsx'
import { ListState } from '../../../components/list-state.tsx'
import { RowTable } from '../../../components/row-table.tsx'
import type { Column } from '../../../components/row-table.tsx'
import type { List } from '../../../lib/use-list.ts'

/** A member, as the list of members has it. */
export type Member = Wire<MemberResource>

/** Shows the members with their roles, and buttons to change or remove them. */
export function MemberRows({ list }: { list: List<Member> }) {
  const t = useTranslations('settings.members')
  const { membership } = useSession()
  const roleName = useRoleName()
  const [removing, setRemoving] = useState<Member | null>(null)
  const isMe = (member: Member | null) => member?.id === membership.id
  const changeRole = useMutation({
    mutationFn: ({ member, role }: { member: Member; role: Member['role'] }) =>
      api.patch<Member>(`/api/developer/members/${member.id}`, { role }),
    onSuccess: ({ name, role }, { member }) => {
      notifyDone(t('roleChanged', { name, role: roleName(role) }))
      if (isMe(member)) window.location.assign('/settings/profile')
    },
    onError: (err) => notifyError(t('roleFailed'), err),
    onSettled: () => queryClient.invalidateQueries(),
  })
  const remove = useMutation({
    mutationFn: (member: Member) => api.delete(`/api/developer/members/${member.id}`),
    onSuccess: (_, member) => {
      if (isMe(member)) return window.location.assign('/')
      setRemoving(null)
      notifyDone(t('removed', { name: member.name }))
      return queryClient.invalidateQueries()
    },
    onError: (err) => {
      setRemoving(null)
      notifyError(t('removeFailed'), err)
    },
  })
  const columns = useColumns({
    isMe,
    pendingId: changeRole.isPending ? changeRole.variables.member.id : undefined,
    onRole: (member, role) => changeRole.mutate({ member, role }),
    onRemove: setRemoving,
  })
  return (
    <>
      <ListState list={list} empty={<EmptyState title={t('title')} />}>
        <RowTable label={t('title')} columns={columns} rows={list.rows} />
      </ListState>
      <ConfirmDialog
        opened={removing !== null}
        title={isMe(removing) ? t('leaveTitle') : t('removeTitle', { name: removing?.name ?? '' })}
        text={isMe(removing) ? t('leaveText') : t('removeText')}
        confirmLabel={t('removeOf', { name: removing?.name ?? '' })}
        isDangerous
        isPending={remove.isPending}
        onConfirm={() => removing && remove.mutate(removing)}
        onClose={() => setRemoving(null)}
      />
    </>
  )
}

/** Returns the columns of the members. `pendingId`: the member whose role is being changed. */
function useColumns(parts: {
  isMe: (member: Member) => boolean
  pendingId: string | undefined
  onRole: (member: Member, role: Member['role']) => void
  onRemove: (member: Member) => void
}): Column<Member>[] {
  const { isMe, pendingId, onRole, onRemove } = parts
  const t = useTranslations('settings.members')
  const tTable = useTranslations('tables')
  const { toDay } = useTimes()
  const roleName = useRoleName()
  const { data: roles = [] } = useQuery(rolesQuery)
  return [
    {
      key: 'face',
      label: tTable('face'),
      width: 3,
      place: 'face',
      cell: (member) => <MemberFace member={member} size="row" />,
    },
    {
      key: 'name',
      label: t('name'),
      place: 'title',
      cell: (member) => (
        <>
          <CustomerText>{member.name}</CustomerText>
          {isMe(member) && (
            <>
              {' '}
              <Badge component="span" variant="light" size="sm" tt="none">
                {t('you')}
              </Badge>
            </>
          )}
        </>
      ),
    },
    { key: 'email', label: t('email'), from: 'm', cell: ({ email }) => email },
    {
      key: 'joined',
      label: t('joinedLabel'),
      from: 'l',
      width: 8,
      cell: (member) => toDay(member.created_at),
    },
    {
      key: 'availability',
      label: t('availability'),
      width: 11,
      place: 'actions',
      cell: (member) => <AvailabilityMenu member={member} isOwn={isMe(member)} />,
    },
    {
      key: 'actions',
      label: tTable('actions'),
      width: 13.5,
      place: 'actions',
      cell: (member) => (
        <Group gap="xs" wrap="nowrap" component="span" display="inline-flex">
          <NativeSelect
            size="xs"
            aria-label={t('roleOf', { name: member.name })}
            value={member.role}
            disabled={member.id === pendingId}
            onChange={({ currentTarget }) => onRole(member, currentTarget.value as Member['role'])}
            data={roles.map((role) => ({ value: role.id, label: roleName(role.id) }))}
          />
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('removeOf', { name: member.name })}
            onClick={() => onRemove(member)}
          >
            {t('remove')}
          </Button>
        </Group>
      ),
    },
  ]
}
