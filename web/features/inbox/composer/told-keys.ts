import type { useTranslations } from 'use-intl'
import type { Shortcut } from '../../../lib/shortcuts.ts'

/** The keys of the field itself, for the list that `?` shows. */
export function toldKeys(t: ReturnType<typeof useTranslations<'composer'>>): Shortcut[] {
  const keys = [
    ['enter', t('keyList.send')],
    ['shift+enter', t('keyList.line')],
    ['/', t('keyList.canned')],
    ['@', t('keyList.mention')],
    ['escape', t('keyList.leave')],
  ] as const
  return keys.map(([each, label]) => ({
    keys: each,
    label,
    group: t('keyList.group'),
    isTold: true,
  }))
}
