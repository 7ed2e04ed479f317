import { useTranslations } from 'use-intl'
import { useMay } from '../../../lib/use-may.ts'
import classes from './composer.module.css'
import type { Composing } from './use-composer.ts'
import { WindowTime } from './window-notice.tsx'

/** The choice between reply and note, and for a reply the time left to send free-form messages. */
export function ComposerHead({ composing }: { composing: Composing }) {
  const { mode: chosen, choose, messageWindow } = composing
  const t = useTranslations('composer')
  const may = useMay()
  const modes = [
    ...(may('messages:write') ? (['reply'] as const) : []),
    ...(may('notes:write') ? (['note'] as const) : []),
  ]
  return (
    <div className={classes.head}>
      <div className={classes.modes} role="group" aria-label={t('modes')}>
        {modes.map((mode) => (
          <button
            key={mode}
            type="button"
            className={classes.mode}
            aria-pressed={chosen === mode}
            onClick={() => choose(mode)}
          >
            {t(mode)}
          </button>
        ))}
      </div>
      {chosen === 'reply' && <WindowTime window={messageWindow} />}
    </div>
  )
}
