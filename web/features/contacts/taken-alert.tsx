import { Alert, Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { ParleyError } from '#client/core.ts'

/** Shows that another contact has this phone number or email, with links to open or merge that contact. */
export function TakenAlert(props: {
  error: ParleyError
  onMerge?: ((otherId: string) => void) | undefined
}) {
  const { error, onMerge } = props
  const t = useTranslations('contacts.form')
  const otherId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(error.message)?.[0]
  return (
    <Alert color="red" role="alert" c="var(--mantine-color-text)">
      <Text size="sm">{t('taken')}</Text>
      {otherId && (
        <Group gap="xs" mt="xs">
          <Button
            size="compact-sm"
            variant="default"
            renderRoot={(props_) => (
              <Link to="/contacts/$personId" params={{ personId: otherId }} {...props_} />
            )}
          >
            {t('seeOther')}
          </Button>
          {onMerge && (
            <Button size="compact-sm" variant="default" onClick={() => onMerge(otherId)}>
              {t('mergeInstead')}
            </Button>
          )}
        </Group>
      )}
    </Alert>
  )
}
