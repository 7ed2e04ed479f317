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
import { Row, Rows } from '../../../components/rows.tsx'
import { useList } from '../../../lib/use-list.ts'

type Member = Wire<MemberResource>

/** Shows the members with their roles, and buttons to change or remove them. */
export function MemberRows() {
  const t = useTranslations('settings.members')
  const { membership } = useSession()
  const roleName = useRoleName()
  const [removing, setRemoving] = useState<Member | null>(null)
  const list = useList<Member>(['members', 'list'], '/api/developer/members', {
    query: { removed: false },
  })
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
  return (
    <>
      <Rows label={t('title')} list={list} empty={<EmptyState title={t('title')} />}>
        {(member) => (
          <MemberRow
            key={member.id}
            member={member}
            isMe={isMe(member)}
            isPending={changeRole.isPending && changeRole.variables.member.id === member.id}
            onRole={(role) => changeRole.mutate({ member, role })}
            onRemove={() => setRemoving(member)}
          />
        )}
      </Rows>
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

function MemberRow(props: {
  member: Member
  isMe: boolean
  isPending: boolean
  onRole: (role: Member['role']) => void
  onRemove: () => void
}) {
  const { member, isMe, isPending, onRole, onRemove } = props
  const t = useTranslations('settings.members')
  const { toDay } = useTimes()
  const roleName = useRoleName()
  const { data: roles = [] } = useQuery(rolesQuery)
  const { name } = member
  return (
    <Row
      wraps
      face={<MemberFace member={member} />}
      title={
        <Group gap="xs" component="span">
          <CustomerText>{name}</CustomerText>
          {isMe && (
            <Badge component="span" variant="light" size="sm" tt="none">
              {t('you')}
            </Badge>
          )}
        </Group>
      }
      sub={
        <>
          <span>{member.email}</span>
          <span>{t('joined', { date: toDay(member.created_at) })}</span>
        </>
      }
      tail={
        <Group gap="xs" wrap="wrap" justify="end">
          <AvailabilityMenu member={member} isOwn={isMe} />
          <NativeSelect
            size="xs"
            aria-label={t('roleOf', { name })}
            value={member.role}
            disabled={isPending}
            onChange={({ currentTarget }) => onRole(currentTarget.value as Member['role'])}
            data={roles.map((role) => ({ value: role.id, label: roleName(role.id) }))}
          />
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('removeOf', { name })}
            onClick={onRemove}
          >
            {t('remove')}
          </Button>
        </Group>
      }
    />
  )
}
