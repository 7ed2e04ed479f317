import { Switch } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

/** Returns a switch that stops and resumes the refreshing of a list, which happens every `everyMs`, and `pollMs` for the list. */
export function useLiveSwitch(everyMs: number): { liveSwitch: ReactNode; pollMs: number | false } {
  const t = useTranslations('tables')
  const [isLive, setLive] = useState(true)
  const liveSwitch = (
    <Switch
      label={t('live')}
      title={t('liveHint', { seconds: everyMs / 1_000 })}
      checked={isLive}
      onChange={({ currentTarget }) => setLive(currentTarget.checked)}
    />
  )
  return { liveSwitch, pollMs: isLive && everyMs }
}
