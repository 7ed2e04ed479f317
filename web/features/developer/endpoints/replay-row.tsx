import { Button, Group, Progress } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useTimes } from '../../../lib/use-times.ts'
import type { Replay, ReplayWithProgress } from '#webhooks/replays/schema.ts'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { StatusText } from '../../../components/status-text.tsx'
import type { Tone } from '../../../components/status-text.tsx'
import { api } from '../../../lib/api.ts'
import { notifyError } from '../../../components/notify.ts'
import { queryClient } from '../../../lib/query-client.ts'
import type { Wire } from '../../../lib/wire.ts'
import { Row } from '../../../components/rows.tsx'

const TONES: Record<Replay['status'], Tone> = {
  running: 'busy',
  paused: 'quiet',
  completed: 'good',
  cancelled: 'quiet',
}

/** Shows a replay: its progress, the outcomes of its deliveries, and buttons to pause, resume or cancel it. */
export function ReplayRow({ replay: listed }: { replay: Wire<Replay> }) {
  const t = useTranslations('developer.webhooks')
  const format = useFormatter()
  const { toMinute } = useTimes()
  const [isAsking, setAsking] = useState(false)
  const path = `/api/developer/webhooks/replays/${listed.id}`
  const queryKey = ['developer', 'replay', listed.id]
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<Wire<ReplayWithProgress>>(path, {}, signal),
    refetchInterval: ({ state }) => {
      const isOver = state.data && !['running', 'paused'].includes(state.data.status)
      return isOver && state.data?.deliveries.pending === 0 ? false : 1000
    },
  })
  const move = useMutation({
    mutationFn: (name: 'pause' | 'resume' | 'cancel') => api.post(`${path}/${name}`),
    onSuccess: () => {
      setAsking(false)
      return queryClient.invalidateQueries({ queryKey })
    },
    onError: (err, name) => notifyError(t(`failures.${name}`), err),
  })
  const replay = data ?? listed
  const { status, offered, total } = replay
  const isOpen = status === 'running' || status === 'paused'
  const time = toMinute(replay.created_at)
  return (
    <Row
      lead={<StatusText tone={TONES[status]}>{t(`replayStates.${status}`)}</StatusText>}
      title={time}
      sub={
        <>
          <span>
            {t('progress', { offered: format.number(offered), total: format.number(total) })}
          </span>
          {data && (
            <span>
              {t('replayOutcome', {
                succeeded: format.number(data.deliveries.succeeded),
                pending: format.number(data.deliveries.pending),
                failed: format.number(data.deliveries.failed),
              })}
            </span>
          )}
          {replay.paused_reason === 'endpoint_disabled' && <span>{t('pausedByEndpoint')}</span>}
          {isOpen && (
            <Progress
              w="100%"
              mt={6}
              value={total === 0 ? 100 : (offered / total) * 100}
              aria-label={t('progressLabel', { time })}
            />
          )}
          <ConfirmDialog
            opened={isAsking}
            title={t('cancelTitle')}
            text={t('cancelText')}
            confirmLabel={t('cancel')}
            cancelLabel={t('cancelKeep')}
            isDangerous
            isPending={move.isPending}
            onConfirm={() => move.mutate('cancel')}
            onClose={() => setAsking(false)}
          />
        </>
      }
      tail={
        isOpen && (
          <Group gap={6}>
            {status === 'running' ? (
              <Button size="compact-sm" variant="default" onClick={() => move.mutate('pause')}>
                {t('pause')}
              </Button>
            ) : (
              <Button size="compact-sm" variant="default" onClick={() => move.mutate('resume')}>
                {t('resume')}
              </Button>
            )}
            <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
              {t('cancel')}
            </Button>
          </Group>
        )
      }
    />
  )
}
