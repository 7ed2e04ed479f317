import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { BackLink } from '../../../components/back-link.tsx'
import { FormError } from '../../../components/form-error.tsx'
import { Page } from '../../../components/page.tsx'
import { useAppConfig } from '../../../lib/session.ts'
import { AdminPage } from '../admin-page.tsx'
import { ConnectForm } from './connect-form.tsx'
import { useConnectChannel } from './use-connect-channel.ts'
import type { Connecting } from './use-connect-channel.ts'

/** The page that connects a WhatsApp number in three steps; WhatsApp itself checks the values. */
export function ConnectPage() {
  const t = useTranslations('settings.channels')
  return <AdminPage title={t('connectTitle')}>{() => <Connect />}</AdminPage>
}

function Connect() {
  const t = useTranslations('settings.channels')
  const isDemo = Boolean(useAppConfig()?.demo)
  const { account = '' } = useSearch({ strict: false }) as { account?: string }
  const connecting = useConnectChannel(account)
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
        <PrepareStep />
        <ConnectForm connecting={connecting} />
        {connecting.checks && <FinishStep connecting={connecting} />}
      </Stack>
    </Page>
  )
}

function PrepareStep() {
  const t = useTranslations('settings.channels')
  return (
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
  )
}

function FinishStep({ connecting }: { connecting: Connecting }) {
  const { connect, isPassed } = connecting
  const t = useTranslations('settings.channels')
  return (
    <Stack component="section" gap="xs" aria-label={t('finish')}>
      <Title order={2}>3. {t('finish')}</Title>
      <Text size="sm">{t('finishText')}</Text>
      <FormError error={connect.error} />
      <Group>
        <Button
          variant={isPassed ? 'filled' : 'default'}
          loading={connect.isPending}
          onClick={() => connect.mutate()}
        >
          {isPassed ? t('finish') : t('finishAnyway')}
        </Button>
      </Group>
    </Stack>
  )
}
