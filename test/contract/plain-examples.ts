/** Operations about conversations whose examples name nothing that must exist. */
export const PLAIN_EXAMPLES = [
  'listConversations',
  'countConversations',
  'exportConversations',
  'exportSelectedConversations',
  'exportMessages',
  'listTags',
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

/** The files of the operations that take one. */
export const UPLOADS: Readonly<Record<string, [bytes: string, filename: string, type?: string]>> = {
  uploadMedia: ['Thank you for your order.', 'note.txt', 'text/plain'],
  createImport: ['Name,Phone\nMeera Iyer,+919000000001\n,\n', 'contacts.csv'],
  createPriceList: ['market,category,price\nIndia,marketing,0.0118\n', 'prices.csv'],
}
