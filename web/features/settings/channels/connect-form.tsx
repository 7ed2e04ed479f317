import { Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { CHANNEL_NAMES } from '#shared/channel-types.ts'
import { CHANNEL_NAME_CHARACTERS_MAX } from '#shared/channels.ts'
import { FormError } from '../../../components/form-error.tsx'
import { SettingsFields } from '../../../components/settings-fields.tsx'
import { CheckList } from './check-list.tsx'
import type { Connecting } from './use-connect-channel.ts'
import { formatPhone } from '../../../lib/format-phone.ts'

/** The account and token of a channel, and what the check of them found. */
export function ConnectForm({ connecting }: { connecting: Connecting }) {
  const { type, platform, form, check, checks, shown, isPassed } = connecting
  const t = useTranslations('settings.channels')
  const tSetup = useTranslations(`settings.channels.setup.${type}`)
  return (
    <form
      onSubmit={form.onSubmit(() => check.mutate())}
      aria-label={t('details')}
      autoComplete="off"
    >
      <SettingsFields>
        <Title order={2}>2. {t('details')}</Title>
        <FormError error={check.error} />
        <TextInput
          label={tSetup('account')}
          description={tSetup('accountHint')}
          inputMode={platform?.account.is_numeric ? 'numeric' : 'text'}
          pattern={platform?.account.pattern}
          required
          {...form.getInputProps('account')}
        />
        {platform?.has_business_accounts && (
          <TextInput
            label={t('businessAccount')}
            description={t('businessAccountHint')}
            inputMode="numeric"
            pattern="[0-9]{1,32}"
            {...form.getInputProps('businessAccount')}
          />
        )}
        <PasswordInput
          label={t('token')}
          description={t('tokenHint')}
          autoComplete="off"
          data-1p-ignore
          required
          {...form.getInputProps('accessToken')}
        />
        <TextInput
          label={t('name')}
          description={t('nameHint')}
          maxLength={CHANNEL_NAME_CHARACTERS_MAX}
          {...form.getInputProps('name')}
        />
        <Button
          type="submit"
          variant={isPassed ? 'default' : 'filled'}
          loading={check.isPending}
          w="fit-content"
        >
          {checks ? t('checkAgain') : t('check')}
        </Button>
        <div aria-live="polite">
          {checks && (
            <Stack gap="sm">
              <CheckList type={type} checks={shown} />
              {checks.number?.display_phone && (
                <Text size="sm">
                  {t('foundNumber', {
                    platform: CHANNEL_NAMES[type],
                    number: formatPhone(checks.number.display_phone),
                    name: checks.number.verified_name ?? '',
                  })}
                </Text>
              )}
            </Stack>
          )}
        </div>
      </SettingsFields>
    </form>
  )
}
