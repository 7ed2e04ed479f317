import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslations } from 'use-intl'
import { PASSKEY_NAME_CHARACTERS_MAX } from '#shared/passkeys.ts'
import { describeBrowser } from '../../lib/describe-browser.ts'
import { addPasskey } from '../../lib/passkeys.ts'
import { useSubmit } from '../use-submit.ts'
import { PasskeyError } from './passkey-error.tsx'

/** Asks for the name of a new passkey, and has the browser create it. */
export function AddPasskey({ onDone, onCancel }: { onDone: () => void; onCancel?: () => void }) {
  const t = useTranslations('passkeys')
  const tStates = useTranslations('states')
  const tSessions = useTranslations('settings.sessions')
  const { browser, system } = describeBrowser(navigator.userAgent)
  const name =
    browser !== undefined && system !== undefined
      ? tSessions('browserOn', { browser, system })
      : (system ?? browser ?? '')
  const form = useForm({ initialValues: { name } })
  const add = useSubmit(form, { send: (values) => addPasskey(values.name), onDone })
  return (
    <form onSubmit={add.submit} aria-label={t('add')}>
      <Stack>
        <PasskeyError error={add.error} />
        <TextInput
          label={t('name')}
          description={t('nameHint')}
          name="passkey-name"
          autoComplete="off"
          maxLength={PASSKEY_NAME_CHARACTERS_MAX}
          required
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Group justify={onCancel ? 'end' : 'start'} gap="xs">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {tStates('cancel')}
            </Button>
          )}
          <Button type="submit" loading={add.isPending}>
            {t('create')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
