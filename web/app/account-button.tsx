import { Suspense, useState } from 'react'
import { useSettled } from '../lib/use-settled.ts'
import { AccountFace } from './account-face.tsx'
import { lazyPartWithTexts } from '../lib/lazy-part-with-texts.ts'

const UserMenu = lazyPartWithTexts(async () => (await import('./user-menu.tsx')).UserMenu)

/** Shows the signed-in user and their menu. The menu's code loads once the page has settled, or on the first click. */
export function AccountButton() {
  const isSettled = useSettled()
  const [isAsked, setAsked] = useState(false)
  const button = <AccountFace onClick={() => setAsked(true)} aria-haspopup="menu" />
  if (!isSettled && !isAsked) return button
  return (
    <Suspense fallback={button}>
      <UserMenu isOpen={isAsked} />
    </Suspense>
  )
}
