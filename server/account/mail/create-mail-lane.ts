import type { Context } from '#db/context.ts'
import type { LaneHandler } from '#lanes/lane-handler.ts'
import { recordOutcome } from '#lanes/record-outcome.ts'
import type { Mailer } from './create-mailer.ts'
import { findDueMailLanes, findDueMails, findNextMail } from './find-due-mails.ts'
import type { DueMail } from './find-due-mails.ts'
import type { MailOutcome } from './classify-failure.ts'
import { mails } from '#lib/metrics.ts'
import { decryptAttachment, decryptBody } from './encrypt-body.ts'
import type { MailAttachment } from './encrypt-body.ts'
import { readWorkspaceFace } from '../pictures/read-workspace-face.ts'
import type { WorkspaceFace } from '../pictures/read-workspace-face.ts'
import { recordMailOutcome } from './record-mail-outcome.ts'

/** The number of mails of a lane that are sent concurrently. */
const AT_ONCE = 3
/** After this time a lane starts no more mails and goes to the back of the queue. */
const WORK_MS = 20_000
/** The delay of all mails after the server was unreachable or rejected our sign-in. */
const HOLD_MS = 30_000

/**
 * Creates the lane handler that sends a workspace's mails; `NO_WORKSPACE` means mails without a workspace.
 */
export function createMailLane(context: Context, options: { mailer: Mailer }): LaneHandler {
  let heldUntil: Date | undefined
  const isHeld = () => heldUntil !== undefined && heldUntil > context.clock.now()

  async function deliver(mail: DueMail, face: WorkspaceFace | null): Promise<void> {
    const outcome = await send(mail, face)
    mails.inc({ result: outcome.kind })
    if (outcome.kind === 'unreachable' && !isHeld()) {
      heldUntil = new Date(context.clock.now().getTime() + HOLD_MS)
      context.log.warn(
        { error: outcome.error },
        'the mail server rejected a mail; it will be retried',
      )
    }
    await recordOutcome(() => recordMailOutcome(context, mail, outcome))
  }

  async function send(mail: DueMail, face: WorkspaceFace | null): Promise<MailOutcome> {
    const { id, recipient, subject, created_at: createdAt } = mail
    let text: string
    let attachment: MailAttachment | undefined
    try {
      text = decryptBody(context, mail, mail.body)
      attachment = mail.attachment ? decryptAttachment(context, mail, mail.attachment) : undefined
    } catch (err) {
      // Another worker may have the right key, and this mail must not block the others.
      context.log.error({ err, mail_id: id }, 'failed to decrypt a mail')
      return { kind: 'deferred', error: 'unreadable' }
    }
    return options.mailer.send({ id, recipient, subject, text, attachment, face, createdAt })
  }

  return {
    slots: 2,
    leaseMs: 15_000,
    async work({ workspaceId }, signal) {
      const endsAt = performance.now() + WORK_MS
      const isOver = () => signal.aborted || isHeld() || performance.now() > endsAt
      while (!isOver()) {
        const mails = await findDueMails(context, workspaceId)
        if (mails.length === 0) return findNextMail(context, workspaceId)
        const waiting = mails.values()
        const face = await readWorkspaceFace({ ...context, workspaceId })
        const runners = Array.from({ length: AT_ONCE }, async () => {
          for (const mail of waiting) {
            if (isOver()) return
            await deliver(mail, face)
          }
        })
        const failed = (await Promise.allSettled(runners)).find(
          ({ status }) => status === 'rejected',
        )
        if (failed?.status === 'rejected') throw failed.reason
      }
      if (!isHeld()) return context.clock.now()
      return { dueAt: heldUntil!, notBefore: heldUntil! }
    },
    findDue: () => findDueMailLanes(context),
  }
}
