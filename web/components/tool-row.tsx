import { Button } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import classes from './tool-row.module.css'

/** Shows the search field of a list and its filters; on a phone the filters scroll in one line. */
export function ToolRow(props: { label: string; field: ReactNode; children: ReactNode }) {
  return (
    <search aria-label={props.label}>
      <div className={classes.tools}>
        <div className={classes.field}>{props.field}</div>
        <div className={classes.choices}>{props.children}</div>
      </div>
    </search>
  )
}

/** Shows the button that removes all filters of a list. On a phone it stays in view beside the filters. */
export function ClearFilters({ label, onClear }: { label: string; onClear: () => void }) {
  return (
    <div className={classes.clear}>
      <Button variant="subtle" px="xs" onClick={onClear}>
        {label}
      </Button>
    </div>
  )
}

type ToolButtonProps = ButtonProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps | 'children'> & {
    icon: ReactNode
    label: string
    /** Shows the label on a phone as well. */
    keepsLabel?: boolean
    renderRoot?: (props: Record<string, unknown>) => ReactNode
  }

/** Shows a button with an icon and a label; on a phone the label is visually hidden. */
export function ToolButton({ icon, label, keepsLabel = false, ...rest }: ToolButtonProps) {
  if (keepsLabel)
    return (
      <Button leftSection={icon} {...rest}>
        {label}
      </Button>
    )
  return (
    <Button variant="default" className={classes.button} leftSection={icon} {...rest}>
      <span className={classes.label}>{label}</span>
    </Button>
  )
}
