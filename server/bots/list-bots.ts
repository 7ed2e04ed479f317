import type { Scope } from '#db/context.ts'
import { listPage, NEWEST } from '#db/list-page.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { selectBots } from './get-bot.ts'
import type { Bot } from './schema.ts'

/** Returns one page of bots, also of deleted ones, the newest first. @throws {AppError} invalid_cursor */
export async function listBots(scope: Scope, input: PageInput): Promise<Page<Bot>> {
  return listPage(selectBots(scope), NEWEST, input, (bot) => bot)
}
