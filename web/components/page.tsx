import { Box, Group, Title } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { usePageTitle } from '../lib/use-page-title.ts'
import { BackLink } from './back-link.tsx'
import classes from './page.module.css'

/** Shows a scrolling page: a link back to its list, its title, its actions and its content. */
export function Page(props: {
  title: string
  /** The list that an item's page belongs to. */
  back?: { to: string; label: string; keepsFilters?: boolean }
  /** The heading, if it shows something else than the title of the browser's tab. */
  heading?: ReactNode
  /** Replaces the heading and what is beside it: a `PageHead`. */
  head?: ReactNode
  /** The item's status, or a button that belongs to the heading. */
  beside?: ReactNode
  actions?: ReactNode
  width?: 'text' | 'form' | 'wide' | 'full'
  /** What a page of two panes shows beside its content: it has its own title and scrolls apart. Null: nothing yet. */
  pane?: ReactNode
  /** The element that scrolls, of a page of two panes. */
  scroller?: Ref<HTMLDivElement>
  children: ReactNode
}) {
  const { title, back, heading, head, beside, actions, width = 'wide', pane, scroller } = props
  usePageTitle(pane ? null : title)
  const content = (
    <div className={classes.inner} data-width={width} data-has-back={back !== undefined}>
      {back && <BackLink {...back}>{back.label}</BackLink>}
      <Group
        className={classes.top!}
        justify="space-between"
        align="center"
        mb="md"
        gap="sm"
        mih="2.25rem"
      >
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
      {props.children}
    </div>
  )
  const isSplit = pane !== undefined
  return (
    <Box
      component="main"
      className={isSplit ? classes.split : classes.scroll}
      tabIndex={-1}
      id="main"
    >
      {isSplit ? (
        <div className={classes.scroll} ref={scroller}>
          {content}
        </div>
      ) : (
        content
      )}
      {pane}
    </Box>
  )
}
