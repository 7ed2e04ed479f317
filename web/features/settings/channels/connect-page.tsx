import {
  Alert,
  Anchor,
  Button,
  Group,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAppConfig } from '../../../lib/session.ts'
import { Page } from '../../../components/page.tsx'
import { api } from '../../../lib/api.ts'
import { notifyDone } from '../../../components/notify.ts'
import { refreshChannels } from './channels-query.ts'
import { BackLink } from '../../../components/back-link.tsx'
import { FormError } from '../../../components/form-error.tsx'
import { toFieldErrors } from '../../../lib/to-field-errors.ts'
import { AdminPage } from '../admin-page.tsx'
import type { ChannelResource, Checks } from './channels-query.ts'
import { CheckList } from './check-list.tsx'

/** Shows the page that connects a WhatsApp number step by step; each step is checked with WhatsApp. */
export function ConnectPage() {
  const t = useTranslations('settings.channels')
  return <AdminPage title={t('connectTitle')}>{() => <Connect />}</AdminPage>
}

function Connect() {
  const t = useTranslations('settings.channels')
  const navigate = useNavigate()
  const isDemo = Boolean(useAppConfig()?.demo)
  const { account = '' } = useSearch({ strict: false }) as { account?: string }
  const [checks, setChecks] = useState<Checks | null>(null)
  const form = useForm({
    initialValues: { account, businessAccount: '', accessToken: '', name: '' },
    onValuesChange: () => setChecks(null),
  })
  const onError = (err: Error) => form.setErrors(toFieldErrors(err))
  const check = useMutation({
    // The token is sent in the request only, never kept in a cache.
    mutationFn: async () =>
      setChecks(await api.post<Checks>('/api/developer/channels/check', toAccess(form.values))),
    onError,
  })
  const connect = useMutation({
    mutationFn: async () => {
      const name = form.values.name.trim() || checks?.number?.verified_name
      const phone = checks?.number?.display_phone
      const channel = await api.post<ChannelResource>('/api/developer/channels', {
        ...toAccess(form.values),
        ...(name && { name }),
        ...(phone && { display_phone: phone }),
      })
      // Subscribes the business account to webhooks right away; the channel's page shows whether that succeeded.
      if (channel.business_account !== null)
        await api.post(`/api/developer/channels/${channel.id}/subscribe`).catch(() => undefined)
      notifyDone(t('connected', { name: channel.name }))
      refreshChannels()
      await navigate({ to: `/settings/channels/${channel.id}` as string })
    },
    onError,
  })
  const shown = checks?.checks.filter(({ step }) => step === 'token' || step === 'number') ?? []
  const isGood = shown.length > 0 && shown.every(({ status }) => status === 'passed')
  return (
    <Page title={t('connectTitle')} width="text">
      <Group mb="md">
        <BackLink to="/settings/channels">{t('title')}</BackLink>
      </Group>
      <Stack gap="xl">
        {isDemo && (
          <Alert color="blue" c="var(--mantine-color-text)">
            {t('demoHint')}
          </Alert>
        )}
        <Stack gap="xs" component="section" aria-label={t('prepare')}>
          <Title order={2}>1. {t('prepare')}</Title>
          <Text size="sm">{t('prepareText')}</Text>
          <Anchor
            size="sm"
            href="https://developers.facebook.com/apps/"
            target="_blank"
            rel="noopener noreferrer"
          >
            {t('prepareLink')}
          </Anchor>
        </Stack>
        <form
          onSubmit={form.onSubmit(() => check.mutate())}
          aria-label={t('details')}
          autoComplete="off"
        >
          <Stack>
            <Title order={2}>2. {t('details')}</Title>
            <FormError error={check.error} />
            <TextInput
              label={t('account')}
              description={t('accountHint')}
              inputMode="numeric"
              pattern="[0-9]{1,32}"
              required
              {...form.getInputProps('account')}
            />
            <TextInput
              label={t('businessAccount')}
              description={t('businessAccountHint')}
              inputMode="numeric"
              pattern="[0-9]{1,32}"
              {...form.getInputProps('businessAccount')}
            />
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
              maxLength={200}
              {...form.getInputProps('name')}
            />
            <Button
              type="submit"
              variant={isGood ? 'default' : 'filled'}
              loading={check.isPending}
              w="fit-content"
            >
              {checks ? t('checkAgain') : t('check')}
            </Button>
            <div aria-live="polite">
              {checks && (
                <Stack gap="sm">
                  <CheckList checks={shown} />
                  {checks.number?.display_phone && (
                    <Text size="sm">
                      {t('foundNumber', {
                        number: checks.number.display_phone,
                        name: checks.number.verified_name ?? '',
                      })}
                    </Text>
                  )}
                </Stack>
              )}
            </div>
          </Stack>
        </form>
        {checks && (
          <Stack component="section" gap="xs" aria-label={t('finish')}>
            <Title order={2}>3. {t('finish')}</Title>
            <Text size="sm">{t('finishText')}</Text>
            <FormError error={connect.error} />
            <Group>
              <Button
                variant={isGood ? 'filled' : 'default'}
                loading={connect.isPending}
                onClick={() => connect.mutate()}
              >
                {isGood ? t('finish') : t('finishAnyway')}
              </Button>
            </Group>
          </Stack>
        )}
      </Stack>
    </Page>
  )
}

function toAccess(values: { account: string; businessAccount: string; accessToken: string }) {
  return {
    type: 'whatsapp',
    account: values.account.trim(),
    ...(values.businessAccount.trim() && { business_account: values.businessAccount.trim() }),
    ...(values.accessToken.trim() && { access_token: values.accessToken.trim() }),
  }
}
