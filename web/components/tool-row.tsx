import { Button } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import classes from './tool-row.module.css'

/** What a list is searched and narrowed by: a field, and choices behind it; on a phone these stand in one line. */
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

type ToolButtonProps = ButtonProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps | 'children'> & {
    icon: ReactNode
    label: string
    renderRoot?: (props: Record<string, unknown>) => ReactNode
  }

/** A button of a page's head: its icon and its name, on a phone the icon alone to the eye. */
export function ToolButton({ icon, label, ...rest }: ToolButtonProps) {
  return (
    <Button variant="default" className={classes.button} leftSection={icon} {...rest}>
      <span className={classes.label}>{label}</span>
    </Button>
  )
}
