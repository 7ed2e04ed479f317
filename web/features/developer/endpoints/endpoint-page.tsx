import { Button, Stack } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CodeSamples } from '../../../components/code-samples.tsx'
import { Page } from '../../../components/page.tsx'
import { QueryState } from '../../../components/query-state.tsx'
import { api } from '../../../lib/api.ts'
import { useCommands } from '../../../lib/commands.ts'
import { useAction } from '../../../components/use-action.ts'
import { EndpointDialogs } from './endpoint-dialogs.tsx'
import type { EndpointDialog } from './endpoint-dialogs.tsx'
import { EndpointFacts } from './endpoint-facts.tsx'
import { EndpointHealthView } from './endpoint-health.tsx'
import { EndpointMenu } from './endpoint-menu.tsx'
import { endpointQuery, healthQuery, toShortUrl } from './endpoints.ts'
import { refreshDeveloper } from '../refresh-developer.ts'
import type { WebhookEndpoint } from './endpoints.ts'
import { EndpointStatus } from './endpoint-status.tsx'
import { recentDeliveriesQuery } from '../deliveries/recent-deliveries-query.ts'
import { RecentDeliveries } from '../deliveries/recent-deliveries.tsx'
import { ReplayList } from './replay-list.tsx'
import { replaysQuery } from './replays-query.ts'
import { receiveSamples } from '../samples/verify.ts'
import { isSettled } from '../../../lib/is-settled.ts'

/** Shows one webhook endpoint: its health, settings, deliveries and actions. */
export function EndpointPage() {
  const t = useTranslations('developer.webhooks')
  const { id } = useParams({ strict: false }) as { id: string }
  const endpoint = useQuery(endpointQuery(id))
  // The lists are above the settings, which would move when their rows come.
  const isWhole = useQueries({
    queries: [healthQuery(id), recentDeliveriesQuery(id), replaysQuery(id)],
    combine: (results) => results.every(isSettled),
  })
  if (endpoint.data && isWhole) return <EndpointView endpoint={endpoint.data} />
  return (
    <Page title={t('title')}>
      <QueryState query={endpoint} back={{ to: '/developer/webhooks', label: t('title') }} />
    </Page>
  )
}

function EndpointView({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = useTranslations('developer.webhooks')
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<EndpointDialog | null>(null)
  const isDisabled = endpoint.status === 'disabled'
  const enable = useAction({
    run: () => api.patch(`/api/developer/webhooks/${endpoint.id}`, { status: 'enabled' }),
    done: t('enabledDone'),
    failed: t('failures.enable'),
    onDone: refreshDeveloper,
  })
  useCommands([
    { id: 'test', label: t('test'), run: () => setDialog('test') },
    { id: 'edit', label: t('edit'), run: () => setDialog('edit') },
    { id: 'replay', label: t('replay'), run: () => setDialog('replay') },
    { id: 'rotate', label: t('rotate'), run: () => setDialog('rotate') },
  ])
  return (
    <Page
      title={toShortUrl(endpoint.url)}
      back={{ to: '/developer/webhooks', label: t('title') }}
      beside={<EndpointStatus endpoint={endpoint} />}
      actions={
        <>
          {isDisabled && (
            <Button variant="default" loading={enable.isPending} onClick={() => enable.mutate()}>
              {t('enable')}
            </Button>
          )}
          <Button variant="default" onClick={() => setDialog('edit')}>
            {t('edit')}
          </Button>
          <Button
            leftSection={<IconSend size={16} aria-hidden />}
            onClick={() => setDialog('test')}
          >
            {t('test')}
          </Button>
          <EndpointMenu endpoint={endpoint} onChoose={setDialog} />
        </>
      }
    >
      <Stack gap="xl">
        <EndpointHealthView id={endpoint.id} />
        <RecentDeliveries endpoint={endpoint} />
        <ReplayList endpointId={endpoint.id} onReplay={() => setDialog('replay')} />
        <EndpointFacts endpoint={endpoint} onEndOverlap={() => setDialog('overlap')} />
        <CodeSamples title={t('sampleTitle')} text={t('sampleText')} samples={receiveSamples} />
        {dialog && (
          <EndpointDialogs
            dialog={dialog}
            endpoint={endpoint}
            onClose={() => setDialog(null)}
            onRemoved={() => void navigate({ to: '/developer/webhooks' })}
          />
        )}
      </Stack>
    </Page>
  )
}
