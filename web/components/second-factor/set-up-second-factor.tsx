import { Button, Code, Group, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { StartedSetUp } from '#account/second-factor/schema.ts'
import { DimmedText } from '../dimmed-text.tsx'
import { api } from '../../lib/api.ts'
import { FormError } from '../form-error.tsx'
import { useSubmit } from '../use-submit.ts'
import { CodeInput } from './code-input.tsx'
import { PasswordForm } from './password-form.tsx'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/**
 * Sets up an authenticator app in three steps: the password, a code of the app, and the recovery codes. `onCancel` is
 * omitted where the second factor is required.
 */
export function SetUpSecondFactor(props: { onDone: () => void; onCancel?: () => void }) {
  const { onDone, onCancel } = props
  const t = useTranslations('security')
  const [started, setStarted] = useState<StartedSetUp | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (started)
    return (
      <Confirmation started={started} onTurnedOn={setCodes} onCancel={() => setStarted(null)} />
    )
  return (
    <Stack>
      {onCancel && <SetUpHeading />}
      <PasswordForm
        label={t('setUp')}
        submit={(password) =>
          api.post<StartedSetUp>('/api/session/second-factor', { current_password: password })
        }
        onDone={setStarted}
        onCancel={onCancel}
      />
    </Stack>
  )
}

function SetUpHeading() {
  const t = useTranslations('security')
  return (
    <Stack gap={4}>
      <Title order={2}>{t('factor')}</Title>
      <DimmedText>{t('intro')}</DimmedText>
    </Stack>
  )
}

function Confirmation(props: {
  started: StartedSetUp
  onTurnedOn: (codes: string[]) => void
  onCancel: () => void
}) {
  const { started, onTurnedOn, onCancel } = props
  const t = useTranslations('security')
  const form = useForm({ initialValues: { code: '' } })
  const confirm = useSubmit(form, {
    send: (values) =>
      api.post<{ recovery_codes: string[] }>('/api/session/second-factor/confirm', values),
    onDone: (answer) => onTurnedOn(answer.recovery_codes),
  })
  return (
    <form onSubmit={confirm.submit} aria-label={t('scanTitle')}>
      <Stack>
        <Title order={2}>{t('scanTitle')}</Title>
        <Text size="sm">{t('scanText')}</Text>
        <QrCode text={started.uri} label={t('qrCode')} />
        <Stack gap={4}>
          <Text size="sm">{t('secret')}</Text>
          <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
            {started.secret.replaceAll(/.{4}(?=.)/g, '$& ')}
          </Code>
        </Stack>
        <FormError error={confirm.error} />
        <CodeInput label={t('code')} {...form.getInputProps('code')} />
        <Group gap="xs">
          <Button type="submit" loading={confirm.isPending}>
            {t('turnOn')}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
