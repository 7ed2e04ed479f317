import { Link } from '@tanstack/react-router'
import { HitIcon } from '../../components/hit-icon.tsx'
import { MarkedText } from '../../components/marked-text.tsx'
import { ShortTime } from '../../components/short-time.tsx'
import type { Hit } from '../../lib/search.ts'
import { useVisitorName } from '../../lib/use-visitor-name.ts'
import classes from './search-page.module.css'

/** Shows results as links to what was found: a message in its conversation, a contact, a ticket. */
export function HitList({ hits, label }: { hits: readonly Hit[]; label: string }) {
  const visitorName = useVisitorName()
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
                <span className={classes.title}>{visitorName(hit.personId)}</span>
              )}
              {hit.detail && <MarkedText {...hit.detail} className={classes.detail ?? ''} />}
            </span>
            {hit.at && <ShortTime value={hit.at} className={classes.time} />}
          </Link>
        </li>
      ))}
    </ul>
  )
}
