import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormError } from '../../components/form-error.tsx'
import { CodeInput } from '../../components/second-factor/code-input.tsx'
import { ParleyError } from '#client/core.ts'
import { api } from '../../lib/api.ts'
import { AuthFrame } from './auth-frame.tsx'

const RECOVERY_CODE_CHARACTERS_MAX = 64

/** Asks for the second factor after the password, and opens `next`, a path of this app, after the sign-in. */
export function SecondStep({ next, onStartAgain }: { next: string; onStartAgain: () => void }) {
  const t = useTranslations('security')
  const [isRecovery, setRecovery] = useState(false)
  const form = useForm({ initialValues: { code: '' } })
  const verify = useMutation({
    mutationFn: (values: typeof form.values) => api.post('/api/auth/sign-in/second-factor', values),
    onSuccess: () => window.location.assign(next),
    onError: () => document.querySelector<HTMLInputElement>('input[name="code"]')?.select(),
  })
  const isOver = verify.error instanceof ParleyError && verify.error.code === 'second_step_expired'
  return (
    <AuthFrame title={t('stepTitle')} text={t(isRecovery ? 'recoveryText' : 'stepText')}>
      <form onSubmit={form.onSubmit((values) => verify.mutate(values))}>
        <Stack>
          <FormError error={verify.error} />
          {isRecovery ? (
            <TextInput
              key="recovery"
              label={t('recoveryCode')}
              name="code"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={RECOVERY_CODE_CHARACTERS_MAX}
              required
              autoFocus
              {...form.getInputProps('code')}
            />
          ) : (
            <CodeInput key="app" label={t('code')} {...form.getInputProps('code')} />
          )}
          {isOver ? (
            <Button onClick={onStartAgain}>{t('startAgain')}</Button>
          ) : (
            <Button type="submit" loading={verify.isPending}>
              {t('verify')}
            </Button>
          )}
          <Anchor
            component="button"
            type="button"
            size="sm"
            mx="auto"
            onClick={() => {
              setRecovery(!isRecovery)
              form.reset()
              verify.reset()
            }}
          >
            {t(isRecovery ? 'useApp' : 'useRecovery')}
          </Anchor>
        </Stack>
      </form>
    </AuthFrame>
  )
}

/** Returns whether the answer to a password asks for the second step. */
export function needsSecondStep(answer: object): boolean {
  return 'second_factor_required' in answer
}
