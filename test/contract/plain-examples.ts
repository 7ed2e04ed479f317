import { toPng } from '../png.ts'
/** Operations about conversations whose examples name nothing that must exist. */
export const PLAIN_EXAMPLES = [
  'listConversations',
  'countConversations',
  'exportConversations',
  'exportSelectedConversations',
  'exportMessages',
  'listTags',
  'listTicketTypes',
  'listTeams',
  'listRules',
  'listMacros',
  'listRoles',
  'listCannedReplies',
  'listCustomFields',
  'listBusinessHours',
  'listSlaPolicies',
  'getAwayReply',
  'updateAwayReply',
  'listViews',
  'searchWorkspace',
  'listMembers',
  'listTemplates',
]

/** Operations about all tickets, and about one, whose examples name nothing else that must exist. */
export const TICKET_EXAMPLES = {
  lists: ['listTickets', 'countTickets', 'exportTickets', 'exportSelectedTickets'],
  ofOne: [
    'getTicket',
    'updateTicket',
    'addTicketAttachment',
    'removeTicketAttachment',
    'listTicketActivity',
    'sendCustomerUpdate',
    'followTicket',
    'unfollowTicket',
  ],
}

/** The files of the operations that take one. */
export const UPLOADS: Readonly<
  Record<string, [bytes: string | Buffer, filename: string, type?: string]>
> = {
  uploadMedia: ['Thank you for your order.', 'note.txt', 'text/plain'],
  createImport: ['Name,Phone\nMeera Iyer,+919000000001\n,\n', 'contacts.csv'],
  createPriceList: ['market,category,price\nIndia,marketing,0.0118\n', 'prices.csv'],
  setMemberPicture: [toPng(64, 64, [10, 120, 120, 255]), 'me.png', 'image/png'],
}
