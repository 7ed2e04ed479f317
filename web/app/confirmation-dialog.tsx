import { Button, Divider, Group, Modal, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslations } from 'use-intl'
import { ConfirmWithPasskey } from '../components/passkeys/confirm-with-passkey.tsx'
import { CurrentPasswordInput } from '../components/current-password-input.tsx'
import { FormError } from '../components/form-error.tsx'
import { useSubmit } from '../components/use-submit.ts'
import { api } from '../lib/api.ts'
import { confirmation } from '../lib/confirmation.ts'
import { useStore } from '../lib/create-store.ts'
import { canUsePasskeys } from '../lib/passkeys.ts'
import { useSession } from '../lib/session.ts'

/** Asks for the password when a request needs it, and then lets the request continue. */
export function ConfirmationDialog() {
  const open = useStore(confirmation)
  const t = useTranslations('auth')
  return (
    <Modal
      opened={open !== null}
      onClose={() => open?.answer(false)}
      title={t('confirmTitle')}
      transitionProps={{ duration: 0 }}
    >
      {open && <Confirmation onDone={open.answer} />}
    </Modal>
  )
}

/** Asks for a passkey or the password, or leads to the issuer that signed the user in. */
function Confirmation({ onDone }: { onDone: (isConfirmed: boolean) => void }) {
  const t = useTranslations('sso')
  const { is_sso: isSso } = useSession()
  if (!isSso) return <OwnConfirmation onDone={onDone} />
  const next = window.location.pathname + window.location.search
  return (
    <Stack>
      <Text size="sm">{t('confirmText')}</Text>
      <Button
        component="a"
        href={`/api/session/sso/confirm?${new URLSearchParams({ next })}`}
        w="fit-content"
        ml="auto"
      >
        {t('confirm')}
      </Button>
    </Stack>
  )
}

function OwnConfirmation({ onDone }: { onDone: (isConfirmed: boolean) => void }) {
  const t = useTranslations('passkeys')
  const { has_passkey: hasPasskey } = useSession()
  const isOffered = hasPasskey && canUsePasskeys()
  return (
    <Stack>
      {isOffered && (
        <>
          <ConfirmWithPasskey onDone={() => onDone(true)} />
          <Divider label={t('or')} />
        </>
      )}
      <PasswordForm hasFocus={!isOffered} onDone={onDone} />
    </Stack>
  )
}

function PasswordForm(props: { hasFocus: boolean; onDone: (isConfirmed: boolean) => void }) {
  const { hasFocus, onDone } = props
  const t = useTranslations('auth')
  const tStates = useTranslations('states')
  const form = useForm({ initialValues: { password: '' } })
  const confirm = useSubmit(form, {
    send: (values) => api.post('/api/session/confirm', values),
    onDone: () => onDone(true),
  })
  return (
    <form onSubmit={confirm.submit}>
      <Stack>
        <Text size="sm">{t('confirmText')}</Text>
        <FormError error={confirm.error} />
        <CurrentPasswordInput
          label={t('password')}
          name="password"
          data-autofocus={hasFocus || undefined}
          {...form.getInputProps('password')}
        />
        <Group justify="end" gap="xs">
          <Button variant="default" onClick={() => onDone(false)}>
            {tStates('cancel')}
          </Button>
          <Button type="submit" variant={hasFocus ? 'filled' : 'light'} loading={confirm.isPending}>
            {t('confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
