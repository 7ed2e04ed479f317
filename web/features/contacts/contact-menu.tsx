import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'

/** The menu with the rare actions on a contact, for admins. */
export function ContactMenu(props: { onExport: () => void; onErase: () => void }) {
  const t = useTranslations('contacts')
  return (
    <Menu position="bottom-end" width={220} shadow="md">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={t('actions')}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={props.onExport}>{t('dataExport.action')}</Menu.Item>
        <Menu.Item color="red" onClick={props.onErase}>
          {t('erase.action')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
