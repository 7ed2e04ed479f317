import { bytes, number, text, time, uuid, word } from '../column.ts'
import { contactTable } from '../table.ts'

/** The table `mails`; `body` is encrypted. */
export const mails = contactTable({ visibleBy: 'nobody', rows: 'many', erase: 'mails' }).columns({
  id: uuid().exported(),
  recipient: text().impersonal('the address of a member').exported(),
  subject: text().personal().exported(),
  body: bytes().secret('mail').personal().exported(),
  attachment: bytes()
    .nullable()
    .secret('mail_attachment')
    .impersonal('figures of a report')
    .unexported(),
  status: word<'pending' | 'sent' | 'failed'>().defaulted().exported(),
  attempts: number().defaulted().unexported(),
  due_at: time().unexported(),
  error: text().nullable().impersonal("the mail server's answer about a member").unexported(),
  created_at: time().exported(),
  sent_at: time().nullable().exported(),
})
