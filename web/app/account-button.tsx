import { Suspense, useState } from 'react'
import { useSettled } from '../lib/use-settled.ts'
import { AccountFace } from './account-face.tsx'
import { lazyPart } from '../lib/lazy-part.ts'

const UserMenu = lazyPart(async () => (await import('./user-menu.tsx')).UserMenu)

/** Who is signed in. The menu behind it is fetched when the page has settled, or when somebody asks for it. */
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
