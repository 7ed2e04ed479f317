import type { Context, Scope } from '#db/context.ts'
import { systemScopeOn } from '#db/in-workspace.ts'
import { handOver } from '#bots/hand-over.ts'
import type { HandOverInput } from '#bots/schema.ts'
import { AppError } from '#lib/errors.ts'
import { createMessageSender } from '#messages/queueing/create-message-sender.ts'

/** Who does something to a conversation: a bot or a member. */
export type Voice = { type: 'bot' | 'member'; id: string }

/** One step of a race. `version`: the version that a bot saw. */
export type Step = { workspaceId: string; chatId: string; by: Voice; version?: number } & (
  | { kind: 'say'; text: string }
  | { kind: 'hand_over'; to: HandOverInput['to'] }
)

/** What a step came to: the code of its error, if it has one. */
export type StepOutcome = { code?: string }

/** Creates a function that does one step as the API does. */
export function createSpeaker(context: Context): (step: Step) => Promise<StepOutcome> {
  const send = createMessageSender(context)
  return async (step) => {
    const { workspaceId, chatId, by, version } = step
    const actor: Scope['actor'] =
      by.type === 'bot' ? { type: 'bot', id: by.id, keyId: by.id } : { type: 'member', id: by.id }
    const holder_version = version
    try {
      if (step.kind === 'say')
        await send(
          { workspaceId },
          { conversationId: chatId, text: step.text, actor, holderVersion: version },
        )
      else {
        const scope = { ...(await systemScopeOn(context, workspaceId)), actor }
        const input = { to: step.to, ...(holder_version !== undefined && { holder_version }) }
        await handOver(scope, chatId, input)
      }
      return {}
    } catch (err) {
      if (err instanceof AppError) return { code: err.code }
      throw err
    }
  }
}
