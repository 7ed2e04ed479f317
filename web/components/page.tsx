import { Box, Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePageTitle } from '../lib/use-page-title.ts'
import { BackLink } from './back-link.tsx'
import classes from './page.module.css'

/** Shows a scrolling page: a link back to its list, its title, its actions and its content. */
export function Page(props: {
  title: string
  /** The list that an item's page belongs to. */
  back?: { to: string; label: string }
  /** The heading, if it shows something else than the title of the browser's tab. */
  heading?: ReactNode
  /** Replaces the heading and what is beside it: a `PageHead`. */
  head?: ReactNode
  /** The item's status, or a button that belongs to the heading. */
  beside?: ReactNode
  actions?: ReactNode
  width?: 'text' | 'wide' | 'full'
  children: ReactNode
}) {
  const { title, back, heading, head, beside, actions, width = 'wide', children } = props
  usePageTitle(title)
  return (
    <Box component="main" className={classes.scroll} tabIndex={-1} id="main">
      <div className={classes.inner} data-width={width}>
        {back && <BackLink to={back.to}>{back.label}</BackLink>}
        <Group justify="space-between" align="center" mb="md" gap="sm" mih="2.25rem">
          {head ?? (
            <div className={classes.heading}>
              <Title order={1} className={classes.title}>
                {heading ?? title}
              </Title>
              {beside}
            </div>
          )}
          {actions && (
            <Group gap="xs" className={classes.actions!}>
              {actions}
            </Group>
          )}
        </Group>
        {children}
      </div>
    </Box>
  )
}
