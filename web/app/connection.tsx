import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLiveState } from '../lib/live.ts'
import classes from './shell.module.css'

/** Shorter interruptions of the live stream are not shown. */
const SHOW_AFTER_MS = 1500

/** Shows a notice while the app is offline or reconnecting. */
export function Connection() {
  const t = useTranslations('shell')
  const state = useLiveState()
  const isBroken = state === 'offline' || state === 'reconnecting'
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!isBroken) return setShown(false)
    const timer = setTimeout(() => setShown(true), SHOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isBroken])
  return (
    <div role="status">
      {isShown && isBroken && <div className={classes.connection}>{t(`connection.${state}`)}</div>}
    </div>
  )
}
