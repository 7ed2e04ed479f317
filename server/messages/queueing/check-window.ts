import { AppError } from '#lib/errors.ts'
import type { ResolvedTarget } from './resolve-targets.ts'
import type { SendInput } from './read-send-input.ts'

/**
 * Refuses a send that needs an open customer service window when the window is known to have closed. When that is unknown, the
 * platform decides.
 *
 * @throws {AppError} window_closed. Source: Cloud API, "Customer service windows".
 */
export function checkWindow(
  send: Pick<SendInput, 'type'>,
  { windowExpiresAt }: Pick<ResolvedTarget, 'windowExpiresAt'>,
  now: Date,
): void {
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
