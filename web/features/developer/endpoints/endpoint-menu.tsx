import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { EndpointDialog } from './endpoint-dialogs.tsx'
import type { WebhookEndpoint } from './endpoints.ts'

/** Shows the menu with an endpoint's less frequent actions. */
export function EndpointMenu(props: {
  endpoint: WebhookEndpoint
  onChoose: (dialog: EndpointDialog) => void
}) {
  const t = useTranslations('developer.webhooks')
  const { endpoint, onChoose } = props
  return (
    <Menu position="bottom-end" width={220} shadow="md">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('actions')}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onChoose('replay')}>{t('replay')}</Menu.Item>
        <Menu.Item onClick={() => onChoose('rotate')}>{t('rotate')}</Menu.Item>
        {endpoint.previous_secret_expires_at && (
          <Menu.Item onClick={() => onChoose('overlap')}>{t('endOverlap')}</Menu.Item>
        )}
        {endpoint.status === 'enabled' && (
          <Menu.Item onClick={() => onChoose('disable')}>{t('disable')}</Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item c="var(--mantine-color-error)" onClick={() => onChoose('remove')}>
          {t('remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
