import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { CHANNEL_NAMES, DEMO_CHANNEL_TYPE } from '#shared/channel-types.ts'
import { FormError } from '../../../components/form-error.tsx'
import { Page } from '../../../components/page.tsx'
import { LoadingRows } from '../../../components/states.tsx'
import { appConfigQuery, useAppConfig } from '../../../lib/session.ts'
import { AdminPage } from '../admin-page.tsx'
import { platformsQuery } from './channels-query.ts'
import { ConnectForm } from './connect-form.tsx'
import { useConnectChannel } from './use-connect-channel.ts'
import type { Connecting, GuidedType } from './use-connect-channel.ts'
import { isSettled } from '../../../lib/is-settled.ts'

/** The page that connects an account in three steps; the platform itself checks the values. */
export function ConnectPage() {
  const t = useTranslations('settings.channels')
  const { type: given, account = '' } = useSearch({ strict: false }) as Record<string, string>
  const isGuided = (t.has as (key: string) => boolean)(`setup.${given}.prepare`)
  const type = isGuided ? (given as GuidedType) : DEMO_CHANNEL_TYPE
  const title = t('connect', { platform: CHANNEL_NAMES[type] })
  return (
    <AdminPage title={title}>
      {() => <Connect key={type} type={type} account={account} title={title} />}
    </AdminPage>
  )
}

function Connect({ type, account, title }: { type: GuidedType; account: string; title: string }) {
  const t = useTranslations('settings.channels')
  const isDemo = Boolean(useAppConfig()?.demo) && type === DEMO_CHANNEL_TYPE
  const connecting = useConnectChannel(type, account)
  const isShaped = useIsShaped()
  return (
    <Page title={title} back={{ to: '/settings/channels', label: t('title') }} width="form">
      {isShaped ? (
        <Stack gap="xl">
          {isDemo && (
            <Alert color="blue" c="var(--mantine-color-text)">
              {t('demoHint')}
            </Alert>
          )}
          <PrepareStep connecting={connecting} />
          <ConnectForm connecting={connecting} />
          {connecting.canConnect && <FinishStep connecting={connecting} />}
        </Stack>
      ) : (
        <LoadingRows />
      )}
    </Page>
  )
}

/** Returns whether the settings of the instance and of its platforms are read, which say what the form has. */
function useIsShaped(): boolean {
  return useQueries({
    queries: [appConfigQuery, platformsQuery],
    combine: (results) => results.every(isSettled),
  })
}

function PrepareStep({ connecting: { type, platform } }: { connecting: Connecting }) {
  const t = useTranslations(`settings.channels.setup.${type}`)
  return (
    <Stack gap="xs" component="section" aria-label={t('prepare')}>
      <Title order={2}>1. {t('prepare')}</Title>
      <Text size="sm">{t('prepareText')}</Text>
      {platform?.setup_url && (
        <Anchor
          size="sm"
          underline="always"
          href={platform.setup_url}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t('prepareLink')}
        </Anchor>
      )}
    </Stack>
  )
}

function FinishStep({ connecting }: { connecting: Connecting }) {
  const { type, connect, isPassed } = connecting
  const t = useTranslations('settings.channels')
  const tSetup = useTranslations(`settings.channels.setup.${type}`)
  return (
    <Stack component="section" gap="xs" aria-label={tSetup('finish')}>
      <Title order={2}>3. {tSetup('finish')}</Title>
      <Text size="sm">{t('finishText')}</Text>
      <FormError error={connect.error} />
      <Group>
        <Button
          variant={isPassed ? 'filled' : 'default'}
          loading={connect.isPending}
          onClick={() => connect.mutate()}
        >
          {isPassed ? tSetup('finish') : t('finishAnyway')}
        </Button>
      </Group>
    </Stack>
  )
}
