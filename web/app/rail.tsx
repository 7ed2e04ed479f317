import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useNavigate } from '@tanstack/react-router'
import { useShortcuts } from '../lib/shortcuts.ts'
import { areasOf } from './nav.ts'
import { useIsAdmin } from '../lib/session.ts'
import { useMay } from '../lib/use-may.ts'
import { Mark } from '../components/mark.tsx'
import classes from './shell.module.css'
import { AccountButton } from './account-button.tsx'
import { NotificationBell } from './notification-bell.tsx'

/** Shows the navigation between the areas: a rail at the side, or a bar at the bottom of a phone. */
export function Rail({ path }: { path: string }) {
  const t = useTranslations('shell')
  const navigate = useNavigate()
  const isAdmin = useIsAdmin()
  const may = useMay()
  const areas = areasOf(isAdmin, may)
  useShortcuts(
    areas.map((area) => ({
      id: area.shortcut,
      label: t(`areas.${area.id}`),
      group: t('groups.go'),
      run: () => void navigate({ to: area.path }),
    })),
  )
  return (
    <nav className={classes.rail} aria-label={t('navigation')}>
      <Mark size={28} className={classes.mark} />
      <ul className={classes.areas}>
        {areas.map(({ id, path: to, icon: Icon, isMinor }) => {
          const isActive = path === to || path.startsWith(`${to}/`)
          return (
            <li key={id} data-minor={isMinor}>
              <Link
                to={to}
                className={classes.area}
                data-active={isActive}
                aria-current={isActive ? 'page' : undefined}
              >
                <Icon size={22} stroke={1.7} aria-hidden />
                {t(`areas.${id}`)}
              </Link>
            </li>
          )
        })}
      </ul>
      <NotificationBell path={path} />
      <AccountButton />
    </nav>
  )
}
