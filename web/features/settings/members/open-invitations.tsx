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
import { Row, Rows } from '../../../components/rows.tsx'
import { useRoleName } from '../../../lib/roles.ts'
import { useList } from '../../../lib/use-list.ts'
import type { SentLink } from './link-once.tsx'

type Invitation = Wire<InvitationResource>

/** Shows open and expired invitations. */
export function OpenInvitations({ onLink }: { onLink: (sent: SentLink) => void }) {
  const t = useTranslations('settings.members')
  const list = useList<Invitation>(['invitations'], '/api/developer/invitations', {
    pollMs: 15_000,
  })
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
  return (
    <Rows
      label={t('invitations')}
      list={{ ...list, rows: pending }}
      empty={<DimmedText>{t('noInvitations')}</DimmedText>}
    >
      {(invitation) => (
        <InvitationRow
          key={invitation.id}
          invitation={invitation}
          isPending={resend.isPending && resend.variables.id === invitation.id}
          onResend={() => resend.mutate(invitation)}
          onRevoke={() => revoke.mutate(invitation)}
        />
      )}
    </Rows>
  )
}

function InvitationRow(props: {
  invitation: Invitation
  isPending: boolean
  onResend: () => void
  onRevoke: () => void
}) {
  const { invitation, isPending, onResend, onRevoke } = props
  const t = useTranslations('settings.members')
  const { ahead } = useTimes()
  const roleName = useRoleName()
  const { email, role, invited_by: invitedBy, expires_at: expiresAt, status } = invitation
  const when = ahead(expiresAt)
  return (
    <Row
      wraps
      title={email}
      sub={
        <>
          <span>{t('invitedAs', { role: roleName(role) })}</span>
          {invitedBy && <span>{t('invitedBy', { name: invitedBy.name })}</span>}
          <span>{t(status === 'expired' ? 'expired' : 'expires', { when })}</span>
        </>
      }
      tail={
        <Group gap="xs" justify="end">
          <Button
            size="compact-sm"
            variant="default"
            loading={isPending}
            aria-label={t('resendOf', { email })}
            onClick={onResend}
          >
            {t('resend')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('revokeOf', { email })}
            onClick={onRevoke}
          >
            {t('revoke')}
          </Button>
        </Group>
      }
    />
  )
}
