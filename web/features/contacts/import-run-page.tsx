import { Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Page } from '../../components/page.tsx'
import { ErrorState, LoadingRows } from '../../components/states.tsx'
import { api } from '../../lib/api.ts'
import type { Import } from './contact-data.ts'
import { Notice } from '../../components/notice.tsx'
import { ImportFigures } from './import-figures.tsx'
import { ImportMapping } from './import-mapping.tsx'
import { ImportRejects } from './import-rejects.tsx'

const POLL_MS = 700

const isAtWork = (status: Import['status'] | undefined) =>
  status === 'checking' || status === 'running'

/** Shows one import: its columns, check, progress and result. */
export function ImportRunPage() {
  const t = useTranslations('contacts.imports')
  const { importId } = useParams({ strict: false }) as { importId: string }
  const { data, error, refetch } = useQuery({
    queryKey: ['contacts', 'imports', 'one', importId],
    queryFn: ({ signal }) => api.get<Import>(`/api/v1/imports/${importId}`, {}, signal),
    refetchInterval: ({ state }) => isAtWork(state.data?.status) && POLL_MS,
    staleTime: 0,
  })
  return (
    <Page
      title={data?.filename ?? t('title')}
      back={{ to: '/contacts/import', label: t('back') }}
      width="text"
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Run key={data.id} run={data} />
      ) : (
        <LoadingRows />
      )}
    </Page>
  )
}

function Run({ run }: { run: Import }) {
  const t = useTranslations('contacts.imports')
  const tStopped = useTranslations('bulk.stopped')
  const queries = useQueryClient()
  const [isMapping, setMapping] = useState(false)
  const [isCancelling, setCancelling] = useState(false)
  const showImport = (next: Import) => {
    queries.setQueryData(['contacts', 'imports', 'one', run.id], next)
    setMapping(false)
    setCancelling(false)
  }
  const move = useMutation({
    mutationFn: ({ name, body }: { name: 'check' | 'start' | 'cancel'; body?: object }) =>
      api.post<Import>(`/api/v1/imports/${run.id}/${name}`, body),
    onSuccess: showImport,
    onSettled: () => void queries.invalidateQueries({ queryKey: ['contacts', 'imports'] }),
  })
  const { status } = run
  const takes = run.row_count - run.rejected_count - run.empty_count
  const showsMapping = status === 'uploaded' || (status === 'checked' && isMapping)
  const cancel = (
    <Button variant="default" onClick={() => setCancelling(true)}>
      {t('cancel')}
    </Button>
  )
  const figuresTitle = {
    checked: t('checkedTitle'),
    running: t('soFarTitle'),
  }[status as string]
  return (
    <Stack>
      <Text size="sm" role="status">
        {t(`statuses.${status}`)} · {t('rows', { count: run.row_count })}
      </Text>
      {run.cancel_reason !== null && <Text size="sm">{tStopped(run.cancel_reason)}</Text>}
      {showsMapping && (
        <ImportMapping
          run={run}
          isPending={move.isPending}
          onCheck={(mapping) => move.mutate({ name: 'check', body: { mapping } })}
        >
          {cancel}
        </ImportMapping>
      )}
      {isAtWork(status) && <ImportProgress run={run} />}
      {status !== 'uploaded' && status !== 'checking' && !showsMapping && (
        <>
          <Title order={2}>{figuresTitle ?? t('doneTitle')}</Title>
          <ImportFigures run={run} />
        </>
      )}
      {move.error && (
        <Notice tone="bad" title={t(`failures.${move.variables.name}`)} isAlert>
          {move.error.message}
        </Notice>
      )}
      <Group gap="xs">
        {status === 'checked' && !isMapping && takes > 0 && (
          <Button loading={move.isPending} onClick={() => move.mutate({ name: 'start' })}>
            {t('start', { count: takes })}
          </Button>
        )}
        {status === 'checked' && !isMapping && (
          <Button variant="default" onClick={() => setMapping(true)}>
            {t('checkAgain')}
          </Button>
        )}
        {!showsMapping && ['checking', 'checked', 'running'].includes(status) && cancel}
        {['completed', 'cancelled', 'failed'].includes(status) && <EndButtons />}
      </Group>
      {status === 'checked' && takes === 0 && <Text size="sm">{t('nothingToDo')}</Text>}
      {run.rejected_count > 0 && !showsMapping && <ImportRejects run={run} />}
      <ConfirmDialog
        opened={isCancelling}
        title={t('cancelTitle')}
        text={t('cancelText')}
        confirmLabel={t('cancel')}
        cancelLabel={t('keep')}
        isDangerous
        isPending={move.isPending}
        onConfirm={() => move.mutate({ name: 'cancel' })}
        onClose={() => setCancelling(false)}
      />
    </Stack>
  )
}

function ImportProgress({ run }: { run: Import }) {
  const t = useTranslations('contacts.imports')
  return (
    <div>
      <Progress
        value={(100 * run.done_count) / run.row_count}
        aria-label={t(`statuses.${run.status}`)}
        size="lg"
      />
      <Text size="sm" mt={4}>
        {t('progress', { done: run.done_count, total: run.row_count })}
      </Text>
    </div>
  )
}

function EndButtons() {
  const t = useTranslations('contacts.imports')
  return (
    <>
      <Button renderRoot={(props) => <Link to="/contacts" {...props} />}>{t('seeContacts')}</Button>
      <Button variant="default" renderRoot={(props) => <Link to="/contacts/import" {...props} />}>
        {t('another')}
      </Button>
    </>
  )
}
