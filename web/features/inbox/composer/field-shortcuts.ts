import type { useTranslations } from 'use-intl'
import { MARK_KEYS, MARKS } from '#shared/toggle-mark.ts'
import type { Shortcut } from '../../../lib/shortcuts.ts'

/** Returns the keys that the text field handles itself, for the list of shortcuts. */
export function fieldShortcuts(t: ReturnType<typeof useTranslations<'composer'>>): Shortcut[] {
  const keys = [
    ['enter', t('keyList.send')],
    ['mod+shift+enter', t('sendAndClose')],
    ['mod+shift+enter', t('keyList.handOver')],
    ['shift+enter', t('keyList.line')],
    ['/', t('keyList.canned')],
    ['@', t('keyList.mention')],
    ...MARKS.map((mark) => [MARK_KEYS[mark], t(`marks.${mark}`)] as const),
    ['escape', t('keyList.leave')],
  ] as const
  return keys.map(([each, label]) => ({
    keys: each,
    label,
    group: t('keyList.group'),
    isListOnly: true,
  }))
}
