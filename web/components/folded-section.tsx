import { Stack } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './folded-section.module.css'

/** Shows a section that most people never need: its title, and its content on demand. */
export function FoldedSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={classes.section}>
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
