import { IconArrowDown } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import classes from './thread-pane.module.css'

/** A button that scrolls to the newest message, with the number of new ones. */
export function NewestButton({ count, onClick }: { count: number; onClick: () => void }) {
  const t = useTranslations('inboxThread')
  return (
    <button type="button" className={classes.newest} onClick={onClick}>
      <IconArrowDown size={16} aria-hidden />
      {count > 0 ? t('newestCount', { count }) : t('newest')}
    </button>
  )
}
