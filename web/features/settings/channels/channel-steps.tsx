import { Button, Code, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { PageSection } from '../../../components/page-section.tsx'
import { useTimes } from '../../../lib/use-times.ts'
import { CopyButton } from '../../../components/copy-button.tsx'
import { ErrorState } from '../../../components/states.tsx'
import { api } from '../../../lib/api.ts'
import { useAction } from '../../../components/use-action.ts'
import { queryClient } from '../../../lib/query-client.ts'
import type { ChannelResource, Checks } from './channels-query.ts'
import { CheckList } from './check-list.tsx'

/** The height of five steps that passed. */
const STEPS_HEIGHT = '14.125rem'

/** Shows the steps to a working channel, checked with the platform; polls while a step is pending. */
export function ChannelSteps({ channel }: { channel: ChannelResource }) {
  const t = useTranslations('settings.channels')
  const { ago } = useTimes(10_000)
  const queryKey = ['channels', 'one', channel.id, 'checks']
  const path = `/api/developer/channels/${channel.id}`
  const checks = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<Checks>(`${path}/checks`, {}, signal),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.checks.every(({ status }) => status === 'passed') ? false : 8_000,
  })
  const subscribe = useAction({
    run: () => api.post<Checks>(`${path}/subscribe`),
    failed: t('subscribeFailed'),
    onDone: (data) => queryClient.setQueryData(queryKey, data),
  })
  return (
    <PageSection
      title={t('steps')}
      gap="sm"
      actions={
        <Group gap="xs">
          {/* Has its place from the start, so that nothing below it moves. */}
          <Text size="xs" c="dimmed" style={{ visibility: checks.data ? 'visible' : 'hidden' }}>
            {t('checkedAt', { when: ago(checks.data?.checked_at ?? new Date().toISOString()) })}
          </Text>
          <Button
            size="compact-sm"
            variant="default"
            loading={checks.isFetching && !checks.data}
            onClick={() => void checks.refetch()}
          >
            {t('checkAgain')}
          </Button>
        </Group>
      }
    >
      {checks.data ? (
        <CheckList type={channel.type} checks={checks.data.checks}>
          {({ step, status, code }) =>
            step === 'subscription' &&
            status !== 'passed' && (
              <Stack gap="xs">
                <Group gap="xs">
                  <Text size="sm">{t('callback')}</Text>
                  <Code>{checks.data.callback_url}</Code>
                  <CopyButton value={checks.data.callback_url} />
                </Group>
                {code === 'not_subscribed' && (
                  <Button
                    size="compact-sm"
                    w="fit-content"
                    loading={subscribe.isPending}
                    onClick={() => subscribe.mutate()}
                  >
                    {t('subscribe')}
                  </Button>
                )}
              </Stack>
            )
          }
        </CheckList>
      ) : checks.error ? (
        <ErrorState error={checks.error} onRetry={() => void checks.refetch()} />
      ) : (
        <Skeleton height={STEPS_HEIGHT} radius="md" />
      )}
    </PageSection>
  )
}
