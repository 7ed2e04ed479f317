import { Button, Progress } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ParleyError } from '#client/core.ts'
import { api } from '../../lib/api.ts'
import {
  bulkKey,
  bulkQuestion,
  hideBulk,
  isRunning,
  moveBulk,
  runningBulks,
  showBulk,
} from '../../lib/bulk-actions.ts'
import type { BulkAction, RunningBulk } from '../../lib/bulk-actions.ts'
import { useStore } from '../../lib/create-store.ts'
import { useSession } from '../../lib/session.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { NoticeFrame } from '../notices.tsx'
import { notifyDone, notifyError, shownNotice } from '../notify.ts'
import classes from './selection.module.css'
import { useBulkWords } from './use-bulk-words.ts'

const POLL_MS = 1_000

/** Asks before a large bulk action, and shows the progress and the results of those that this browser started. */
export function BulkProgress() {
  const { workspace } = useSession()
  const shown = useStore(runningBulks).filter(({ workspaceId }) => workspaceId === workspace.id)
  // A notice of something else comes first.
  const isFree = useStore(shownNotice) === null
  return (
    <>
      <Question />
      {shown.map((bulk, index) => (
        <Job key={bulk.id} bulk={bulk} isShown={isFree && index === shown.length - 1} />
      ))}
    </>
  )
}

function Question() {
  const question = useStore(bulkQuestion)
  const t = useTranslations('bulk')
  const describe = useBulkWords()
  if (!question) return null
  const what = describe('ask', question.change)
  return (
    <ConfirmDialog
      opened
      title={t('askTitle', { what })}
      text={t('askText')}
      confirmLabel={what}
      onConfirm={() => question.answer(true)}
      onClose={() => question.answer(false)}
    />
  )
}

/** Follows a bulk action, and reports its end in a notice with an undo. */
function Job({ bulk, isShown }: { bulk: RunningBulk; isShown: boolean }) {
  const { subject, id } = bulk
  const t = useTranslations('bulk')
  const tStates = useTranslations('states')
  const queries = useQueryClient()
  const { data, error } = useQuery({
    queryKey: bulkKey(id),
    queryFn: ({ signal }) => api.get<BulkAction>(`/api/v1/bulk-actions/${id}`, {}, signal),
    refetchInterval: ({ state }) => (state.data && !isRunning(state.data) ? false : POLL_MS),
    staleTime: POLL_MS,
  })
  const isGone = error instanceof ParleyError && (error.status === 404 || error.status === 403)
  useEffect(() => {
    if (isGone) hideBulk(id)
  }, [isGone, id])
  const [isMoving, setMoving] = useState(false)
  const move = async (to: 'cancel' | 'undo') => {
    setMoving(true)
    try {
      queries.setQueryData(bulkKey(id), await moveBulk(id, to))
      showBulk(bulk)
      void queries.invalidateQueries({ queryKey: bulkKey(id) })
    } catch (err) {
      if (to === 'cancel') notifyError(t('cancelFailed'), err)
      else notifyError(t('undoFailed'), err, { undo })
    } finally {
      setMoving(false)
    }
  }
  const undo = { label: tStates('undo'), run: () => void move('undo') }
  useAtEnd(bulk, data, undo)
  if (!data || !isRunning(data) || !isShown) return null
  const [reached, total] =
    data.undone_by === null
      ? [data.done + data.skipped + data.failed, data.total]
      : [data.undone + data.kept, data.done]
  const kind = data.action === 'merge' ? 'merge' : subject
  const state = data.undone_by === null ? 'running' : 'undoing'
  return (
    <NoticeFrame>
      <section className={classes.job} aria-label={t('progress')}>
        <span role="status">{t(`job.${state}`, { subject: kind, reached, total })}</span>
        {state === 'running' && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={isMoving}
            onClick={() => void move('cancel')}
          >
            {tStates('cancel')}
          </Button>
        )}
      </section>
      <Progress
        value={total === 0 ? 100 : (100 * reached) / total}
        aria-label={t('progress')}
        size="xs"
        radius={0}
      />
    </NoticeFrame>
  )
}

/** Reports the end of a bulk action once. Then reads the lists again: they show only what events report of loaded rows. */
function useAtEnd(
  { subject, id }: RunningBulk,
  data: BulkAction | undefined,
  undo: { label: string; run: () => void },
): void {
  const t = useTranslations('bulk')
  const describe = useBulkWords()
  const queries = useQueryClient()
  const wasRunning = useRef(false)
  const runs = data !== undefined && isRunning(data)
  useEffect(() => {
    if (runs) wasRunning.current = true
    else if (data) {
      notifyDone(toText(data), data.can_undo ? undo : undefined)
      hideBulk(id)
      const list = subject === 'chats' ? ['inbox'] : [subject]
      void queries.invalidateQueries({
        queryKey: wasRunning.current ? list : [...list, 'counts'],
      })
    }
  }, [runs, data])

  function toText({ status, action, parameters, ...bulk }: BulkAction): string {
    const { done, total, undone, kept, cancel_reason: reason } = bulk
    const isUndo = bulk.undone_by !== null
    const skipped = bulk.skipped + bulk.failed
    const main =
      status === 'canceled'
        ? t(isUndo ? 'job.undoStopped' : 'job.canceled', {
            reached: isUndo ? undone + kept : done + skipped,
            total: isUndo ? done : total,
          })
        : isUndo
          ? t('undone', { count: undone })
          : done === 0
            ? t('none', { subject })
            : describe('done', { subject, action, parameters, count: done })
    return [
      main,
      reason !== null && t(`stopped.${reason}`),
      !isUndo && skipped > 0 && t('skipped', { count: skipped }),
      isUndo && kept > 0 && t('kept', { count: kept }),
    ]
      .filter((part) => part !== false)
      .join(' · ')
  }
}
