import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useIsAdmin } from '../../lib/session.ts'

/** The menu with the rare actions on a contact. Some are only for admins. */
export function ContactMenu(props: {
  isBlocked: boolean
  isOptedOut: boolean
  onBlock: () => void
  onUnblock: () => void
  onOptOut: () => void
  onOptIn: () => void
  onExport: () => void
  onErase: () => void
}) {
  const t = useTranslations('contacts')
  const isAdmin = useIsAdmin()
  return (
    <Menu position="bottom-end" width={220} shadow="md">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={t('actions')}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {props.isBlocked ? (
          <Menu.Item onClick={props.onUnblock}>{t('block.undo')}</Menu.Item>
        ) : (
          <Menu.Item onClick={props.onBlock}>{t('block.action')}</Menu.Item>
        )}
        {props.isOptedOut ? (
          <Menu.Item onClick={props.onOptIn}>{t('optOut.undo')}</Menu.Item>
        ) : (
          <Menu.Item onClick={props.onOptOut}>{t('optOut.action')}</Menu.Item>
        )}
        {isAdmin && <Menu.Item onClick={props.onExport}>{t('dataExport.action')}</Menu.Item>}
        {isAdmin && (
          <Menu.Item color="red" onClick={props.onErase}>
            {t('erase.action')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
