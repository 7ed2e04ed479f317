import type { ComponentProps, ReactNode } from 'react'
import classes from './icon-button.module.css'

/** A button that shows an icon alone: `label` says what it does, `keys` by which key. */
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
