import type { ComponentProps, ReactNode } from 'react'
import classes from './icon-button.module.css'

/** Shows a button with only an icon: `label` names its action and `keys` its shortcut, in a tooltip. */
export function IconButton(
  props: { label: string; keys?: string; children: ReactNode } & Omit<
    ComponentProps<'button'>,
    'children'
  >,
) {
  const { label, keys, children, className, ...rest } = props
  return (
    <button
      type="button"
      aria-label={label}
      title={keys ? `${label} (${keys})` : label}
      className={className ? `${classes.button} ${className}` : classes.button}
      {...rest}
    >
      {children}
    </button>
  )
}
