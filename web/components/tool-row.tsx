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

type ToolButtonProps = ButtonProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps | 'children'> & {
    icon: ReactNode
    label: string
    renderRoot?: (props: Record<string, unknown>) => ReactNode
  }

/** Shows a button with an icon and a label; on a phone the label is visually hidden. */
export function ToolButton({ icon, label, ...rest }: ToolButtonProps) {
  return (
    <Button variant="default" className={classes.button} leftSection={icon} {...rest}>
      <span className={classes.label}>{label}</span>
    </Button>
  )
}
