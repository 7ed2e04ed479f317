import { Box, Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePageTitle } from '../lib/use-page-title.ts'
import classes from './page.module.css'

/** Shows a scrolling page with its title, actions and content. */
export function Page(props: {
  title: string
  actions?: ReactNode
  width?: 'text' | 'wide' | 'full'
  children: ReactNode
}) {
  const { title, actions, width = 'wide', children } = props
  usePageTitle(title)
  return (
    <Box component="main" className={classes.scroll} tabIndex={-1} id="main">
      <div className={classes.inner} data-width={width}>
        <Group justify="space-between" align="center" mb="md" gap="sm" mih="2.25rem">
          <Title order={1} className={classes.title}>
            {title}
          </Title>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
        {children}
      </div>
    </Box>
  )
}
