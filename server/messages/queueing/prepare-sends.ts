import type { Context, InWorkspace, Scope } from '#db/context.ts'
import { findRefusedChannels, isTestKey, liveKeyRequired } from '#channels/is-test-key.ts'
import { toOutcome } from '#lib/coalesce.ts'
import type { Outcome } from '#lib/coalesce.ts'
import { AppError } from '#lib/errors.ts'
import { prepareSend } from './prepare-send.ts'
import type { PreparedSend } from './prepare-send.ts'
import { readReferences } from './read-references.ts'
import type { SendReferences } from './read-references.ts'
import type { Send } from './read-send-input.ts'
import { resolveTargets } from './resolve-targets.ts'
import type { ResolvedTarget } from './resolve-targets.ts'

/**
 * Prepares sends of any workspaces of a server to `targets`, by default those that `resolveTargets` finds: reads what the sends refer to, and checks
 * each. Every send passes here, also the first one of a conversation. One failed send does not affect the others.
 *
 * Codes: those of `resolveTargets`, `readReferences` and `prepareSend`, live_key_required, contact_blocked,
 * contact_opted_out, window_closed.
 */
export async function prepareSends(
  context: Context,
  sends: InWorkspace<Send>[],
  targets?: (ResolvedTarget | AppError)[],
): Promise<Outcome<PreparedSend>[]> {
  const resolved = targets ?? (await resolveTargets(context, sends))
  const references = await readReferences(context, sends, resolved)
  const refused = await findRefusedChannels(
    context,
    sends.flatMap(({ workspaceId, actor }, index) => {
      const target = resolved[index]
      return target && !(target instanceof AppError)
        ? [{ workspaceId, actor, channelId: target.channelId }]
        : []
    }),
  )
  return sends.map((send, index) =>
    toOutcome(() => {
      const target = resolved[index]!
      if (target instanceof AppError) throw target
      if (isTestKey(send.actor) && refused.has(target.channelId)) throw liveKeyRequired()
      checkBlocked(target)
      checkWindow(send, target, context.clock.now())
      const found = references(send, target)
      checkOptOut(send, target, found)
      return prepareSend(context, send, target, found)
    }),
  )
}

/** Prepares one send of the scope's workspace. @throws {AppError} the codes of `prepareSends` */
export async function prepareOneSend(
  scope: Scope,
  send: Send,
  target?: ResolvedTarget | AppError,
): Promise<PreparedSend> {
  const { workspaceId } = scope
  const [outcome] = await prepareSends(scope, [{ ...send, workspaceId }], target && [target])
  if (outcome?.status !== 'fulfilled') throw outcome?.reason ?? new Error('Nothing prepared.')
  return outcome.value
}

/** Refuses a send to a blocked contact. @throws {AppError} contact_blocked */
function checkBlocked(target: ResolvedTarget): void {
  if (target.isBlocked)
    throw new AppError(
      'contact_blocked',
      'The contact is blocked. Unblock it (POST /api/v1/contacts/{id}/unblock) to send messages to it.',
    )
}

/**
 * Refuses a send that needs an open customer service window when the window is known to have closed. When that is unknown, the
 * platform decides.
 *
 * @throws {AppError} window_closed. Source: Cloud API, "Customer service windows".
 */
function checkWindow(send: Send, { windowExpiresAt }: ResolvedTarget, now: Date): void {
  if (send.type === 'template') return
  if (windowExpiresAt === null || windowExpiresAt > now) return
  throw new AppError(
    'window_closed',
    `The customer last wrote more than 24 hours ago. Since ${windowExpiresAt.toISOString()}, only templates can be sent.`,
    {
      fields: [
        {
          field: 'template',
          code: 'window_closed',
          message: 'is required because the customer service window is closed',
        },
      ],
    },
  )
}

/**
 * Refuses a marketing template to a contact that is opted out, and a template of an unknown category, which can be one.
 *
 * @throws {AppError} contact_opted_out
 */
function checkOptOut(
  { template }: Send,
  { isOptedOut }: ResolvedTarget,
  { templateCategory: category }: SendReferences,
): void {
  if (!template || !isOptedOut || (category !== null && category !== 'MARKETING')) return
  throw new AppError(
    'contact_opted_out',
    category === null
      ? `The contact is opted out of marketing messages, and the category of the template ${template.name} is not known. Read the templates from the platform (POST /api/developer/channels/{id}/templates/sync).`
      : 'The contact is opted out of marketing messages. Utility and authentication templates can be sent.',
  )
}
