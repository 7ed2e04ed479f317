import { Button, Group, Progress } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ParleyError } from '#client/core.ts'
import { api } from '../../lib/api.ts'
import { hideBulk, isRunning, moveBulk, runningBulks } from '../../lib/bulk-actions.ts'
import type { BulkAction, RunningBulk } from '../../lib/bulk-actions.ts'
import { useStore } from '../../lib/create-store.ts'
import { useSession } from '../../lib/session.ts'
import { IconButton } from '../icon-button.tsx'
import { notifyError } from '../notify.ts'
import classes from './selection.module.css'

const POLL_MS = 1_000

/** Shows the progress of the bulk actions that this browser started, with buttons to cancel and to undo them. */
export function BulkProgress() {
  const t = useTranslations('bulk')
  const { workspace } = useSession()
  const shown = useStore(runningBulks).filter(({ workspaceId }) => workspaceId === workspace.id)
  const section = useRef<HTMLElement>(null)
  // Notices are shown above it.
  useEffect(() => {
    const { style } = document.documentElement
    const height = section.current?.offsetHeight ?? 0
    style.setProperty('--app-progress-height', height > 0 ? `${height + 8}px` : '0px')
    return () => void style.removeProperty('--app-progress-height')
  })
  if (shown.length === 0) return null
  return (
    <section ref={section} className={classes.progress} aria-label={t('progress')}>
      {shown.map((bulk) => (
        <Job key={bulk.id} bulk={bulk} />
      ))}
    </section>
  )
}

function Job({ bulk }: { bulk: RunningBulk }) {
  const { subject, id } = bulk
  const t = useTranslations('bulk')
  const tStates = useTranslations('states')
  const queries = useQueryClient()
  const key = ['bulk-actions', id]
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<BulkAction>(`/api/v1/bulk-actions/${id}`, {}, signal),
    refetchInterval: ({ state }) => (state.data && !isRunning(state.data) ? false : POLL_MS),
    staleTime: 0,
  })
  const isGone = error instanceof ParleyError && (error.status === 404 || error.status === 403)
  useEffect(() => {
    if (isGone) hideBulk(id)
  }, [isGone, id])
  useRefetchAtEnd(subject, data)
  const [isMoving, setMoving] = useState(false)
  if (!data) return null
  const move = async (to: 'cancel' | 'undo') => {
    setMoving(true)
    try {
      queries.setQueryData(key, await moveBulk(id, to))
      void queries.invalidateQueries({ queryKey: key })
    } catch (err) {
      notifyError(t(to === 'undo' ? 'undoFailed' : 'cancelFailed'), err)
    } finally {
      setMoving(false)
    }
  }
  const isUndo = data.undone_by !== null
  const state = isUndo && data.status === 'canceled' ? 'undoStopped' : data.status
  const [reached, total] = isUndo
    ? [data.undone + data.kept, data.done]
    : [data.done + data.skipped + data.failed, data.total]
  const skipped = data.skipped + data.failed
  const kind = data.action === 'merge' ? 'merge' : subject
  return (
    <div className={classes.job}>
      <div className={classes.jobHead}>
        <span role="status">{t(`job.${state}`, { subject: kind, reached, total })}</span>
        {!isRunning(data) && (
          <IconButton label={tStates('close')} onClick={() => hideBulk(id)}>
            <IconX size={16} aria-hidden />
          </IconButton>
        )}
      </div>
      {isRunning(data) && (
        <Progress
          value={total === 0 ? 100 : (100 * reached) / total}
          aria-label={t('progress')}
          size="sm"
        />
      )}
      {data.cancel_reason !== null && (
        <p className={classes.reasons}>{t(`stopped.${data.cancel_reason}`)}</p>
      )}
      {!isUndo && skipped > 0 && (
        <p className={classes.reasons}>{t('skipped', { count: skipped })}</p>
      )}
      {isUndo && data.kept > 0 && (
        <p className={classes.reasons}>{t('kept', { count: data.kept })}</p>
      )}
      {(data.status === 'running' || data.can_undo) && (
        <Group gap="xs">
          {data.status === 'running' && (
            <Button
              size="compact-sm"
              variant="default"
              disabled={isMoving}
              onClick={() => void move('cancel')}
            >
              {tStates('cancel')}
            </Button>
          )}
          {data.can_undo && (
            <Button
              size="compact-sm"
              variant="light"
              disabled={isMoving}
              onClick={() => void move('undo')}
            >
              {tStates('undo')}
            </Button>
          )}
        </Group>
      )}
    </div>
  )
}

/** Reads the lists again when a bulk action has ended: they show only what events report of loaded rows. */
function useRefetchAtEnd(subject: RunningBulk['subject'], data: BulkAction | undefined): void {
  const queries = useQueryClient()
  const wasRunning = useRef(false)
  const runs = data !== undefined && isRunning(data)
  useEffect(() => {
    if (runs) wasRunning.current = true
    else if (data && wasRunning.current) {
      wasRunning.current = false
      void queries.invalidateQueries({ queryKey: subject === 'chats' ? ['inbox'] : [subject] })
    }
  }, [runs, data, subject, queries])
}
