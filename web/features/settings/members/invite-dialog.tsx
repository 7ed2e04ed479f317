import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { SentInvitation } from '#account/invitations/schema.ts'
import { USER_CHARACTERS_MAX } from '#shared/users.ts'
import { api } from '../../../lib/api.ts'
import { notifyDone } from '../../../components/notify.ts'
import { refreshInvitations } from './refresh-invitations.ts'
import { FormError } from '../../../components/form-error.tsx'
import { toFieldErrors } from '../../../lib/to-field-errors.ts'
import type { SentLink } from './link-once.tsx'

/** The dialog that invites a member; without a mail server it passes the link to `onLink`, to be shown once. */
export function InviteDialog(props: { onClose: () => void; onLink: (sent: SentLink) => void }) {
  const { onClose, onLink } = props
  const t = useTranslations('settings.members')
  const tStates = useTranslations('states')
  const form = useForm({ initialValues: { email: '', role: 'agent' } })
  const invite = useMutation({
    // The link is kept only in component state, never in a cache.
    mutationFn: async (body: typeof form.values) => {
      const { email, link } = await api.post<SentInvitation>('/api/developer/invitations', {
        ...body,
        email: body.email.trim(),
      })
      onClose()
      if (link === null) notifyDone(t('sent', { email }))
      else onLink({ email, link })
    },
    onSuccess: refreshInvitations,
    onError: (err) => form.setErrors(toFieldErrors(err)),
  })
  return (
    <Modal opened onClose={onClose} title={t('inviteTitle')}>
      <form onSubmit={form.onSubmit((values) => invite.mutate(values))}>
        <Stack>
          <FormError error={invite.error} />
          <TextInput
            label={t('email')}
            description={t('emailHint')}
            type="email"
            autoComplete="off"
            required
            maxLength={USER_CHARACTERS_MAX.email}
            data-autofocus
            {...form.getInputProps('email')}
          />
          <Radio.Group label={t('role')} {...form.getInputProps('role')}>
            <Stack gap="xs" mt="xs">
              {(['agent', 'admin'] as const).map((role) => (
                <Radio
                  key={role}
                  value={role}
                  label={t(`roles.${role}`)}
                  description={t(`roleTexts.${role}`)}
                />
              ))}
            </Stack>
          </Radio.Group>
          <Group justify="end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {tStates('cancel')}
            </Button>
            <Button type="submit" loading={invite.isPending}>
              {t('send')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
