import { IconExternalLink } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { Fragment, useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import classes from './section-nav.module.css'

/** A link of an area. `exact`: it has no subpages. `isElsewhere`: it is outside the app and opens in a new tab. */
type SectionItem = { path: string; label: string; exact?: boolean; isElsewhere?: boolean }

/** A group of links in an area; the heading is hidden on a phone. */
type SectionGroup = { heading?: string; items: SectionItem[] }

/** Shows an area with several pages: their links are a list at the side, or a scrolling row on narrow screens. */
export function Section(props: { label: string; groups: SectionGroup[]; children: ReactNode }) {
  const { label, groups, children } = props
  const path = useRouterState({ select: (state) => state.location.pathname })
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const active = nav.current?.querySelector('[aria-current="page"]')
    active?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [path])
  return (
    <div className={classes.section}>
      <nav ref={nav} className={classes.nav} aria-label={label}>
        {groups.map(({ heading, items }, index) => (
          <Fragment key={heading ?? index}>
            {heading && <p className={classes.heading}>{heading}</p>}
            <ul className={classes.list}>
              {items.map((item) => (
                <li key={item.path}>
                  <SectionLink item={item} path={path} />
                </li>
              ))}
            </ul>
          </Fragment>
        ))}
      </nav>
      <div className={classes.content}>{children}</div>
    </div>
  )
}

function SectionLink({ item, path }: { item: SectionItem; path: string }) {
  if (item.isElsewhere)
    return (
      <a className={classes.link} href={item.path} target="_blank" rel="noopener">
        {item.label}
        <IconExternalLink size={14} aria-hidden />
      </a>
    )
  const isActive = path === item.path || (!item.exact && path.startsWith(`${item.path}/`))
  return (
    <Link
      to={item.path}
      className={classes.link}
      data-active={isActive}
      activeOptions={{ exact: item.exact ?? false, includeSearch: false }}
    >
      {item.label}
    </Link>
  )
}
