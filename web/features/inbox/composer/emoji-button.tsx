import { Loader, Popover } from '@mantine/core'
import { IconMoodSmile } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../../components/icon-button.tsx'
import classes from './emoji-picker.module.css'
import { lazyPart } from '../../../lib/lazy-part.ts'

const EmojiPanel = lazyPart(async () => (await import('./emoji-panel.tsx')).EmojiPanel)

/** Shows the button that opens the emoji panel; `onChoose` receives the chosen one. */
export function EmojiButton({ onChoose }: { onChoose: (emoji: string) => void }) {
  const t = useTranslations('composer')
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="top-start"
      withinPortal
      trapFocus
      returnFocus={false}
      shadow="md"
    >
      <Popover.Target>
        <IconButton
          label={t('emoji')}
          aria-expanded={isOpen}
          aria-haspopup="dialog"
          onClick={() => setOpen((before) => !before)}
        >
          <IconMoodSmile size={20} aria-hidden />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('emoji')}>
        <div className={classes.panel}>
          <Suspense fallback={<Loader size="sm" m="auto" />}>
            <EmojiPanel
              onChoose={(emoji) => {
                setOpen(false)
                onChoose(emoji)
              }}
            />
          </Suspense>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
