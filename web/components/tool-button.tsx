import { Button } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import classes from './tool-button.module.css'

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
