import { Stack } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './folded-section.module.css'

/** Shows a section that most people never need: its title, and its content on demand. */
export function FoldedSection(props: {
  title: string
  isOpenAtFirst?: boolean
  children: ReactNode
}) {
  const { title, isOpenAtFirst = false, children } = props
  return (
    <details className={classes.section} open={isOpenAtFirst}>
      <summary>
        <IconChevronRight size={16} aria-hidden />
        {title}
      </summary>
      <Stack gap="sm" mt="sm">
        {children}
      </Stack>
    </details>
  )
}
