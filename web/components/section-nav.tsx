import { TextInput } from '@mantine/core'
import { IconExternalLink, IconSearch } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { BackLink } from './back-link.tsx'
import { DimmedText } from './dimmed-text.tsx'
import { Page } from './page.tsx'
import classes from './section-nav.module.css'

/** A link of an area. `exact`: it has no subpages. `isElsewhere`: it is outside the app and opens in a new tab. */
type SectionItem = { path: string; label: string; exact?: boolean; isElsewhere?: boolean }

/** A group of links in an area; the heading is hidden on a phone. */
type SectionGroup = { heading?: string; items: SectionItem[] }

/** The page of an area that a narrow screen shows for the list of its pages, and the texts of the search in that list. */
type SectionIndex = { path: string; search: string; nothing: string }

/**
 * Shows an area with several pages: their links are a list at the side. On a narrow screen they are a scrolling row, or, with an index, a
 * page of their own, to which each page has a link back.
 */
export function Section(props: {
  label: string
  groups: SectionGroup[]
  index?: SectionIndex
  children: ReactNode
}) {
  const { label, groups, index, children } = props
  const path = useRouterState({ select: (state) => state.location.pathname })
  const isIndex = index !== undefined && path === index.path
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const active = nav.current?.querySelector('[aria-current="page"]')
    active?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [path])
  const links = <SectionLinks groups={groups} index={index} path={path} />
  return (
    <div
      className={classes.section}
      data-has-index={index !== undefined}
      data-at-index={isIndex || undefined}
    >
      <nav ref={nav} className={classes.nav} aria-label={label}>
        {links}
      </nav>
      <div className={classes.content}>
        {isIndex ? (
          <Page title={label}>
            <nav aria-label={label}>{links}</nav>
          </Page>
        ) : (
          <>
            {index && (
              <nav className={classes.back} aria-label={label}>
                <BackLink to={index.path}>{label}</BackLink>
              </nav>
            )}
            {children}
          </>
        )}
      </div>
    </div>
  )
}

/** Shows the links of an area, by their groups, with a search if the area has an index. */
function SectionLinks(props: {
  groups: SectionGroup[]
  index: SectionIndex | undefined
  path: string
}) {
  const { groups, index, path } = props
  const [query, setQuery] = useState('')
  const found = groups
    .map(({ heading, items }) => ({ heading, items: items.filter((item) => isLike(item, query)) }))
    .filter(({ items }) => items.length > 0)
  return (
    <>
      {index && (
        <TextInput
          className={classes.search}
          type="search"
          size="sm"
          aria-label={index.search}
          placeholder={index.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={query}
          onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        />
      )}
      {found.length === 0 && <DimmedText role="status">{index?.nothing}</DimmedText>}
      <div className={classes.groups}>
        {found.map(({ heading, items }, place) => (
          <div key={heading ?? place} className={classes.group}>
            {heading && <p className={classes.heading}>{heading}</p>}
            <ul className={classes.list}>
              {items.map((item) => (
                <li key={item.path}>
                  <SectionLink item={item} path={path} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </>
  )
}

function isLike({ label }: SectionItem, query: string): boolean {
  return label.toLocaleLowerCase().includes(query.trim().toLocaleLowerCase())
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
