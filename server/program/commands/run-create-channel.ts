import { createChannel } from '#channels/create-channel.ts'
import { defined } from '#lib/defined.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import { toTable } from './print-result.ts'
import type { Result } from './print-result.ts'
import { withWorkspace } from './with-context.ts'

/** The options of `channels create`. */
type CreateChannelOptions = {
  workspace: string
  type: ChannelType
  phoneNumberId?: string
  account?: string
  businessAccount?: string
  displayPhone?: string
  accessToken?: string
  name?: string
}

/** Runs `channels create`: connects a WhatsApp number, a page or an Instagram account. */
export async function runCreateChannel(options: CreateChannelOptions): Promise<Result> {
  const channel = await withWorkspace(options.workspace, async (scope) => {
    return createChannel(scope, {
      type: options.type,
      account: options.phoneNumberId ?? options.account ?? '',
      ...defined({
        name: options.name,
        business_account: options.businessAccount,
        display_phone: options.displayPhone,
        access_token: options.accessToken,
      }),
    })
  })
  return { json: { channel }, lines: ['The channel was connected.', ...toTable(channel)] }
}
