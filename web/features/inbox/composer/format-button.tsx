import { Menu } from '@mantine/core'
import {
  IconBold,
  IconCode,
  IconItalic,
  IconStrikethrough,
  IconTypography,
} from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { TextMark } from '#shared/formatted-text.ts'
import { MARK_KEYS, MARKS } from '#shared/toggle-mark.ts'
import { IconButton } from '../../../components/icon-button.tsx'
import { Keys } from '../../../components/keys.tsx'

const ICONS = { bold: IconBold, italic: IconItalic, struck: IconStrikethrough, code: IconCode }

/** Shows the button that opens the menu of marks; `onChoose` receives the chosen one, and focuses the field. */
export function FormatButton({ onChoose }: { onChoose: (mark: TextMark) => void }) {
  const t = useTranslations('composer')
  return (
    <Menu position="top-start" shadow="md" width={260} returnFocus={false}>
      <Menu.Target>
        <IconButton label={t('format')}>
          <IconTypography size={20} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {MARKS.map((mark) => {
          const Icon = ICONS[mark]
          return (
            <Menu.Item
              key={mark}
              leftSection={<Icon size={16} aria-hidden />}
              rightSection={<Keys keys={MARK_KEYS[mark]} />}
              onClick={() => onChoose(mark)}
            >
              {t(`marks.${mark}`)}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
