import { Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { NoticePlace } from '../components/notice-place.tsx'
import { LoadingRows } from '../components/states.tsx'
import { loadTexts } from '../lib/intl.tsx'
import { startConfirmation } from '../lib/confirmation.ts'
import { startDialogFocus } from '../lib/dialog-focus.ts'
import { holdEnter } from '../lib/hold-enter.ts'
import { keepFocus } from '../lib/keep-focus.ts'
import { startLive, useLive, useLiveGap } from '../lib/live.ts'
import { queryClient, refetchMissed } from '../lib/query-client.ts'
import { useOnReconnect } from '../lib/use-on-reconnect.ts'
import { Connection } from './connection.tsx'
import { FirstRunPlace } from '../features/first-run/first-run-place.tsx'
import { LazyParts } from './lazy-parts.tsx'
import { Rail } from './rail.tsx'
import { sessionQuery, useAppConfig, useSession } from '../lib/session.ts'
import classes from './shell.module.css'
import { useTagChanges } from './use-tag-changes.ts'
import { lazyPart } from '../lib/lazy-part.ts'

const FirstRun = lazyPart(async () => {
  const [{ FirstRun: component }] = await Promise.all([
    import('../features/first-run/first-run.tsx'),
    loadTexts(),
  ])
  return component
})

/** Reads everything again after the member's rights changed; what they no longer see is not shown until then. */
function readAgain(): void {
  const [session] = sessionQuery.queryKey
  void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
  void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== session })
}

/** Shows the frame of every page that needs a session: the rail and the palette. Also starts the live stream. */
export function Shell() {
  const t = useTranslations('shell')
  const { workspace } = useSession()
  useEffect(() => startLive(workspace.id), [workspace.id])
  useEffect(startConfirmation, [])
  useEffect(keepFocus, [])
  useEffect(holdEnter, [])
  useEffect(startDialogFocus, [])
  useLiveGap(() => void queryClient.invalidateQueries())
  useLive(({ type, data }) => {
    if (type === 'removed' && (data as { conversation_id: string | null }).conversation_id === null)
      readAgain()
  })
  useOnReconnect(refetchMissed)
  useTagChanges()
  const isDemo = Boolean(useAppConfig()?.demo)
  const path = useRouterState({ select: (state) => state.location.pathname })
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#main">
        {t('skip')}
      </a>
      <Rail path={path} />
      <div className={classes.content}>
        <Connection />
        <div className={classes.main}>
          <div className={classes.page}>
            <Suspense fallback={<LoadingRows />}>
              <Outlet />
            </Suspense>
          </div>
          {isDemo && (
            <Suspense fallback={<FirstRunPlace />}>
              <FirstRun />
            </Suspense>
          )}
        </div>
        <NoticePlace isPage />
      </div>
      <LazyParts />
    </div>
  )
}
