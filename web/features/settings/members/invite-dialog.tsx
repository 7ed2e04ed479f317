import { Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { SentInvitation } from '#account/invitations/schema.ts'
import { isBuiltInRole } from '#shared/roles.ts'
import { USER_CHARACTERS_MAX } from '#shared/users.ts'
import { api } from '../../../lib/api.ts'
import { notifyDone } from '../../../components/notify.ts'
import { refreshInvitations } from './refresh-invitations.ts'
import { rolesQuery, useRoleName } from '../../../lib/roles.ts'
import { useAppConfig } from '../../../lib/session.ts'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { useSubmit } from '../../../components/use-submit.ts'
import type { SentLink } from './link-once.tsx'

/** The dialog that invites a member; without a mail server it passes the link to `onLink`, to be shown once. */
export function InviteDialog(props: { onClose: () => void; onLink: (sent: SentLink) => void }) {
  const { onClose, onLink } = props
  const t = useTranslations('settings.members')
  const tRoles = useTranslations('settings.roles.texts')
  const config = useAppConfig()
  const roleName = useRoleName()
  const { data: roles = [] } = useQuery(rolesQuery)
  const form = useForm({ initialValues: { email: '', role: 'agent' } })
  const invite = useSubmit(form, {
    // The link is kept only in component state, never in a cache.
    send: async (body) => {
      const { email, link } = await api.post<SentInvitation>('/api/developer/invitations', {
        ...body,
        email: body.email.trim(),
      })
      onClose()
      if (link === null) notifyDone(t('sent', { email }))
      else onLink({ email, link })
    },
    onDone: refreshInvitations,
  })
  return (
    <FormDialog title={t('inviteTitle')} request={invite} submitLabel={t('send')} onClose={onClose}>
      <TextInput
        label={t('email')}
        description={config && t(config.sends_mail ? 'emailHint' : 'linkHint')}
        type="email"
        autoComplete="off"
        required
        maxLength={USER_CHARACTERS_MAX.email}
        data-autofocus
        {...form.getInputProps('email')}
      />
      <Radio.Group label={t('role')} {...form.getInputProps('role')}>
        <Stack gap="xs" mt="xs">
          {roles.map(({ id }) => (
            <Radio
              key={id}
              value={id}
              label={roleName(id)}
              description={isBuiltInRole(id) && tRoles(id)}
            />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  )
}
