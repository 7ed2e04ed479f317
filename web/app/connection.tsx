import { Anchor } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { checkBuild, isOutdated } from '../lib/build.ts'
import { useStore } from '../lib/create-store.ts'
import { useLiveState } from '../lib/live.ts'
import classes from './shell.module.css'

/** Shorter interruptions of the live stream are not shown. */
const SHOW_AFTER_MS = 1500

/**
 * Shows a notice while the app is offline or reconnecting, and when the server has another build of it. A server that is replaced ends the
 * live stream, so the build is checked when that opens again.
 */
export function Connection() {
  const t = useTranslations('shell')
  const state = useLiveState()
  const isBroken = state === 'offline' || state === 'reconnecting'
  const [isShown, setShown] = useState(false)
  const isOld = useStore(isOutdated)
  const wasBroken = useRef(false)
  useEffect(() => {
    if (state === 'live' && wasBroken.current) void checkBuild()
    wasBroken.current = isBroken
  }, [state, isBroken])
  useEffect(() => {
    if (!isBroken) return setShown(false)
    const timer = setTimeout(() => setShown(true), SHOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isBroken])
  return (
    <div role="status">
      {isShown && isBroken ? (
        <div className={classes.connection}>{t(`connection.${state}`)}</div>
      ) : (
        isOld && (
          <div className={classes.connection}>
            {t('updated')}{' '}
            <Anchor component="button" size="sm" onClick={() => window.location.reload()}>
              {t('reload')}
            </Anchor>
          </div>
        )
      )}
    </div>
  )
}
