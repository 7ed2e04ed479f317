import { Button, Group } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { useTimes } from '../../../lib/use-times.ts'
import type {
  Invitation as InvitationResource,
  SentInvitation,
} from '#account/invitations/schema.ts'
import { api } from '../../../lib/api.ts'
import { notifyDone } from '../../../components/notify.ts'
import { useAction } from '../../../components/use-action.ts'
import type { Wire } from '../../../lib/wire.ts'
import { refreshInvitations } from './refresh-invitations.ts'
import { CustomerText } from '../../../components/customer-text.tsx'
import { ListState } from '../../../components/list-state.tsx'
import { RowTable } from '../../../components/row-table.tsx'
import type { Column } from '../../../components/row-table.tsx'
import { useRoleName } from '../../../lib/roles.ts'
import type { List } from '../../../lib/use-list.ts'
import type { SentLink } from './link-once.tsx'

/** An invitation, as the list of invitations has it. */
export type Invitation = Wire<InvitationResource>

/** Shows the open and expired ones of a list of invitations. */
export function OpenInvitations(props: {
  list: List<Invitation>
  onLink: (sent: SentLink) => void
}) {
  const { list, onLink } = props
  const t = useTranslations('settings.members')
  const pending = list.rows.filter(({ status }) => status === 'open' || status === 'expired')
  const resend = useAction({
    run: async ({ id }: Invitation) => {
      const { email, link } = await api.post<SentInvitation>(
        `/api/developer/invitations/${id}/resend`,
      )
      if (link === null) notifyDone(t('sent', { email }))
      else onLink({ email, link })
    },
    failed: t('resendFailed'),
    onSettled: refreshInvitations,
  })
  const revoke = useAction({
    run: ({ id }: Invitation) => api.delete(`/api/developer/invitations/${id}`),
    done: (_, { email }) => t('revoked', { email }),
    failed: t('revokeFailed'),
    onSettled: refreshInvitations,
  })
  const columns = useColumns({
    pendingId: resend.isPending ? resend.variables.id : undefined,
    onResend: resend.mutate,
    onRevoke: revoke.mutate,
  })
  return (
    <ListState
      list={{ ...list, rows: pending }}
      empty={<DimmedText>{t('noInvitations')}</DimmedText>}
    >
      <RowTable label={t('invitations')} rows={pending} columns={columns} />
    </ListState>
  )
}

/** Returns the columns of the invitations. `pendingId`: the invitation that is being sent again. */
function useColumns(parts: {
  pendingId: string | undefined
  onResend: (invitation: Invitation) => void
  onRevoke: (invitation: Invitation) => void
}): Column<Invitation>[] {
  const { pendingId, onResend, onRevoke } = parts
  const t = useTranslations('settings.members')
  const tTable = useTranslations('tables')
  const { ahead } = useTimes()
  const roleName = useRoleName()
  return [
    { key: 'email', label: t('email'), place: 'title', cell: ({ email }) => email },
    { key: 'role', label: t('role'), width: 8, cell: ({ role }) => roleName(role) },
    {
      key: 'by',
      label: t('invitedByLabel'),
      from: 'l',
      width: 10,
      cell: ({ invited_by: by }) => by && <CustomerText>{by.name}</CustomerText>,
    },
    {
      key: 'expires',
      label: t('expiresLabel'),
      from: 'm',
      width: 10,
      cell: ({ status, expires_at: at }) =>
        t(status === 'expired' ? 'expired' : 'expires', { when: ahead(at) }),
    },
    {
      key: 'actions',
      label: tTable('actions'),
      width: 11,
      place: 'actions',
      cell: (invitation) => (
        <Group gap="xs" wrap="nowrap" component="span" display="inline-flex">
          <Button
            size="compact-sm"
            variant="default"
            loading={invitation.id === pendingId}
            aria-label={t('resendOf', { email: invitation.email })}
            onClick={() => onResend(invitation)}
          >
            {t('resend')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('revokeOf', { email: invitation.email })}
            onClick={() => onRevoke(invitation)}
          >
            {t('revoke')}
          </Button>
        </Group>
      ),
    },
  ]
}
