import type { ComponentProps, ReactNode } from 'react'
import type { ShortcutId } from '#shared/shortcuts.ts'
import { activeKeys, toSigns, useMemberKeys } from '../lib/member-keys.ts'
import classes from './icon-button.module.css'

/**
 * Shows a button with only an icon. A tooltip names its action (`label`) and its keys: the member's keys of `shortcut`,
 * or `keys`.
 */
export function IconButton(
  props: { label: string; shortcut?: ShortcutId; keys?: string; children: ReactNode } & Omit<
    ComponentProps<'button'>,
    'children'
  >,
) {
  const { label, shortcut, keys: fixed, children, className, ...rest } = props
  const memberKeys = useMemberKeys()
  const keys = shortcut ? activeKeys(shortcut, memberKeys) : fixed
  return (
    <button
      type="button"
      aria-label={label}
      title={withKeys(label, keys)}
      className={className ? `${classes.button} ${className}` : classes.button}
      {...rest}
    >
      {children}
    </button>
  )
}

/** Returns the tooltip of an action with its keys. */
export function withKeys(label: string, keys: string | null | undefined): string {
  return keys ? `${label} (${toSigns(keys).join(' ')})` : label
}
