import { ContactName } from '../../../components/contact-name.tsx'
import { CustomerText } from '../../../components/customer-text.tsx'
import type { Named } from '../../../lib/display-name.ts'
import classes from './log-subject.module.css'

/** Fields of a row in a log: the contact and the text that it is about. */
type Subject = {
  contact: Named | null
  text: string | null
}

/** Shows whom a row of a log is about, and the start of its text on one line. */
export function LogSubject({ subject }: { subject: Subject }) {
  const { contact, text } = subject
  return (
    <>
      {contact && (
        <span className={classes.name}>
          <ContactName person={contact} />
        </span>
      )}
      {contact && text && ' · '}
      {text && <CustomerText>{text}</CustomerText>}
    </>
  )
}
