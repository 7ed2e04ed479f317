import type { TicketStatus } from '#shared/tickets.ts'

const WORDS: Readonly<Record<'en' | 'hi', Record<TicketStatus, string>>> = {
  en: { open: 'open', pending: 'pending', solved: 'solved', closed: 'closed' },
  hi: { open: 'खुला', pending: 'लंबित', solved: 'हल', closed: 'बंद' },
}

/** Returns the name of a status for a customer, in their language if the product has it, else in English. */
export function statusWord(status: TicketStatus, language: string | null): string {
  return WORDS[language?.split('-')[0] === 'hi' ? 'hi' : 'en'][status]
}
