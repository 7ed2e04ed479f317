import { Box, Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePageTitle } from '../lib/use-page-title.ts'
import classes from './page.module.css'

/** Shows a scrolling page with its title, actions and content. */
export function Page(props: {
  title: string
  /** The heading, if it shows something else than the title of the browser's tab. */
  heading?: ReactNode
  /** A button that belongs to the heading. */
  beside?: ReactNode
  actions?: ReactNode
  width?: 'text' | 'wide' | 'full'
  children: ReactNode
}) {
  const { title, heading, beside, actions, width = 'wide', children } = props
  usePageTitle(title)
  return (
    <Box component="main" className={classes.scroll} tabIndex={-1} id="main">
      <div className={classes.inner} data-width={width}>
        <Group justify="space-between" align="center" mb="md" gap="sm" mih="2.25rem">
          <div className={classes.heading}>
            <Title order={1} className={classes.title}>
              {heading ?? title}
            </Title>
            {beside}
          </div>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
        {children}
      </div>
    </Box>
  )
}
