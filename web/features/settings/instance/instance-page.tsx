import { Button, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { Figure } from '../../../components/figure.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Page } from '../../../components/page.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../../components/states.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { api } from '../../../lib/api.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatDuration } from '../../../lib/format-duration.ts'
import { sessionQuery, useSession } from '../../../lib/session.ts'
import { useTimes } from '../../../lib/use-times.ts'
import { BackupFacts } from './backup-facts.tsx'
import { FailedWork } from './failed-work.tsx'
import { FailingEndpoints } from './failing-endpoints.tsx'
import { findProblems } from './find-problems.ts'
import type { Instance } from './find-problems.ts'
import { PausedChannels } from './paused-channels.tsx'
import { ProblemList } from './problem-list.tsx'
import { ProcessTable } from './process-table.tsx'
import { Queues } from './queues.tsx'
import { ServerFacts } from './server-facts.tsx'

const POLL_MS = 10_000

/** Shows the state of the instance to its operators. Others see what an unknown address shows. */
export function InstancePage() {
  const { operator } = useSession()
  const t = useTranslations('settings.instance')
  const tShell = useTranslations('shell')
  if (!operator)
    return (
      <Page title={tShell('notFoundTitle')}>
        <Text c="dimmed">{tShell('notFoundText')}</Text>
      </Page>
    )
  return (
    <Page title={t('title')}>{operator.lacks_second_factor ? <NeedsFactor /> : <State />}</Page>
  )
}

/** Asks for a second factor. Reads the session again, because the operator may have just set one up. */
function NeedsFactor() {
  const t = useTranslations('settings.instance')
  useQuery({ ...sessionQuery, staleTime: 0 })
  return (
    <EmptyState title={t('needsFactor')} text={t('needsFactorText')}>
      <Button component={Link} to="/settings/security" variant="light">
        {t('toSecurity')}
      </Button>
    </EmptyState>
  )
}

function State() {
  const t = useTranslations('settings.instance')
  const { data, error, refetch } = useQuery({
    queryKey: ['instance'],
    queryFn: ({ signal }) => api.get<Instance>('/api/operator/instance', {}, signal),
    refetchInterval: POLL_MS,
    staleTime: 0,
  })
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows />
  return (
    <>
      <DimmedText mb="md">{t('intro', { seconds: POLL_MS / 1_000 })}</DimmedText>
      {error && (
        <Notice tone="bad" isAlert>
          <Text size="sm">
            {t.rich('notRefreshed', { time: () => <TimeText value={data.read_at} /> })}
          </Text>
        </Notice>
      )}
      <InstanceView instance={data} />
    </>
  )
}

function InstanceView({ instance }: { instance: Instance }) {
  const t = useTranslations('settings.instance')
  const [chosen, setChosen] = useState<string>()
  const { shards, processes, workspaces, read_at: readAt } = instance
  const problems = findProblems(instance)
  const shard = shards.find(({ name }) => name === chosen) ?? shards[0]!
  return (
    <Stack gap="xl">
      <Figures instance={instance} />
      <ProblemList problems={problems} />
      {shards.length > 1 && (
        <NativeSelect
          label={t('shard')}
          maw="16rem"
          value={shard.name}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          data={shards.map(({ name }) => name)}
        />
      )}
      <Queues shard={shard} workspaces={workspaces} />
      <FailedWork shard={shard} workspaces={workspaces} />
      <FailingEndpoints shard={shard} workspaces={workspaces} />
      <PausedChannels shard={shard} workspaces={workspaces} />
      <ServerFacts shard={shard} />
      <ProcessTable processes={processes} readAt={readAt} />
      <BackupFacts backup={instance.last_backup} />
    </Stack>
  )
}

function Figures({ instance }: { instance: Instance }) {
  const t = useTranslations('settings.instance.figures')
  const format = useFormatter()
  const { ago } = useTimes()
  const { shards, processes, version, last_backup: backup } = instance
  const queues = shards.flatMap((shard) => shard.queues ?? [])
  const oldest = Math.max(0, ...queues.map((queue) => queue.oldest_due_seconds))
  const bytes = shards.reduce((sum, { server }) => sum + (server?.size_bytes ?? 0), 0)
  const running = processes.filter(({ is_lost: isLost }) => !isLost)
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="xs">
      <Figure label={t('version')} value={version} />
      <Figure label={t('processes')} value={format.number(running.length)} />
      <Figure label={t('due')} value={format.number(queues.length)} />
      <Figure
        label={t('oldest')}
        value={queues.length === 0 ? t('none') : formatDuration(Math.floor(oldest), format)}
      />
      <Figure label={t('size')} value={bytes === 0 ? '–' : formatBytes(bytes, format)} />
      <Figure label={t('backup')} value={backup ? ago(backup.started_at) : t('none')} />
    </SimpleGrid>
  )
}
