import { Link } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { HitIcon } from '../../components/hit-icon.tsx'
import { MarkedText } from '../../components/marked-text.tsx'
import { fullTime, shortTime, useToday } from '../../lib/day.ts'
import type { Hit } from '../../lib/search.ts'
import classes from './search-page.module.css'

/** Shows results as links to what was found: a message in its conversation, a contact, a ticket. */
export function HitList({ hits, label }: { hits: readonly Hit[]; label: string }) {
  const t = useTranslations('search')
  const locale = useLocale()
  const today = useToday()
  return (
    <ul className={classes.list} aria-label={label}>
      {hits.map((hit) => (
        <li key={hit.id}>
          <Link {...hit.target} className={classes.hit} data-hit={hit.kind}>
            <HitIcon hit={hit} />
            <span className={classes.texts}>
              {hit.title ? (
                <MarkedText {...hit.title} className={classes.title ?? ''} />
              ) : (
                <span className={classes.title}>{t('unknownContact')}</span>
              )}
              {hit.detail && <MarkedText {...hit.detail} className={classes.detail ?? ''} />}
            </span>
            {hit.at && (
              <time className={classes.time} dateTime={hit.at} title={fullTime(hit.at, locale)}>
                {shortTime(hit.at, today, locale)}
              </time>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}
