import { Button, PasswordInput, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslations } from 'use-intl'
import { CHANNEL_NAME_CHARACTERS_MAX } from '#shared/channels.ts'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { api } from '../../../lib/api.ts'
import { notifyDone } from '../../../components/notify.ts'
import { useSubmit } from '../../../components/use-submit.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { FormError } from '../../../components/form-error.tsx'
import { SettingsFields } from '../../../components/settings-fields.tsx'
import { usePlatform } from './channels-query.ts'
import type { ChannelResource } from './channels-query.ts'

/** Shows the form that edits a channel's name, business account and access token. */
export function ChannelForm({ channel }: { channel: ChannelResource }) {
  const t = useTranslations('settings.channels')
  const tSettings = useTranslations('settings')
  const platform = usePlatform(channel.type)
  const form = useForm({
    initialValues: {
      name: channel.name,
      businessAccount: channel.business_account ?? '',
      accessToken: '',
    },
  })
  const save = useSubmit(form, {
    send: async ({ name, businessAccount, accessToken }) => {
      const account = businessAccount.trim()
      await api.patch(`/api/developer/channels/${channel.id}`, {
        name: name.trim(),
        ...(account && account !== channel.business_account && { business_account: account }),
        ...(accessToken.trim() && { access_token: accessToken.trim() }),
      })
      form.setValues({ accessToken: '' })
      form.resetDirty({ name, businessAccount, accessToken: '' })
    },
    onDone: () => {
      notifyDone(t('saved'))
      return queryClient.invalidateQueries()
    },
  })
  return (
    <form onSubmit={save.submit} aria-label={t('settings')} autoComplete="off">
      <SettingsFields>
        <Title order={2}>{t('settings')}</Title>
        <FormError error={save.error} />
        <TextInput
          label={t('name')}
          description={t('nameHint')}
          required
          maxLength={CHANNEL_NAME_CHARACTERS_MAX}
          {...form.getInputProps('name')}
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
          label={t('newToken')}
          description={t('newTokenHint')}
          autoComplete="off"
          data-1p-ignore
          {...form.getInputProps('accessToken')}
        />
        <DimmedText>{channel.has_access_token ? t('hasToken') : t('hasNoToken')}</DimmedText>
        <Button type="submit" w="fit-content" loading={save.isPending} disabled={!form.isDirty()}>
          {tSettings('save')}
        </Button>
      </SettingsFields>
    </form>
  )
}
