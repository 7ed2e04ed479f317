import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import { useIsPhone } from '../lib/use-width.ts'
import classes from './notices.module.css'

export { notifications } from '@mantine/notifications'
export { UndoMessage } from './undo-message.tsx'

/** Shows notifications of completed actions and errors. */
export function Notices() {
  const isPhone = useIsPhone()
  return (
    <Notifications
      position={isPhone ? 'top-center' : 'bottom-left'}
      limit={3}
      className={classes.notices!}
    />
  )
}
