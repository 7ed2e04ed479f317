/** Invented resources of the examples, by kind. A test replaces them by real ones and sends every example. */
export const EXAMPLE_IDS = {
  conversation: '019b2c4e-0001-7000-8000-000000000001',
  contact: '019b2c4e-0002-7000-8000-000000000002',
  other_contact: '019b2c4e-0003-7000-8000-000000000003',
  member: '019b2c4e-0004-7000-8000-000000000004',
  tag: '019b2c4e-0005-7000-8000-000000000005',
  ticket: '019b2c4e-0006-7000-8000-000000000006',
  message: '019b2c4e-0007-7000-8000-000000000007',
  media: '019b2c4e-0008-7000-8000-000000000008',
  endpoint: '019b2c4e-0009-7000-8000-000000000009',
} as const

const ids = EXAMPLE_IDS
const endpoint = {
  url: 'https://example.com/hooks/parley',
  events: ['message.received', 'ticket.created'],
  description: 'Order system',
}

/** The examples of bodies, by operation. An operation that is not here takes no JSON, or an empty object. */
export const BODY_EXAMPLES: Readonly<Record<string, object>> = {
  exportSelectedConversations: { ids: [ids.conversation] },
  updateConversation: { assignee_id: ids.member, tag_ids: [ids.tag] },
  createNote: { text: 'She asked for an invoice.', mentions: [ids.member] },
  updateNote: { text: 'She asked for an invoice with our tax number.' },
  createTag: { name: 'Wholesale', color: 'blue' },
  updateTag: { name: 'Wholesale customers' },
  createTeam: { name: 'Wholesale', member_ids: [ids.member], channel_ids: [] },
  updateTeam: { name: 'Wholesale customers' },
  updateTeamAssignment: {
    method: 'least_busy',
    capacity: 8,
    hand_back_minutes: 15,
    members: [{ member_id: ids.member, skill_tag_ids: [ids.tag] }],
  },
  takeConversation: { member_id: ids.member },
  updateTeamAwayReply: {
    is_on: true,
    texts: [{ language: 'en', text: 'Thank you. We are closed and will answer {{next_opening}}.' }],
  },
  updateAwayReply: {
    is_on: true,
    condition: 'either',
    texts: [
      { language: 'en', text: 'Thank you. We will answer {{next_opening|as soon as we can}}.' },
    ],
  },
  createRole: { name: 'Bookkeeper', scopes: ['read', 'tickets:write'], visibility: 'teams' },
  updateRole: { scopes: ['read', 'tickets:write', 'notes:write'] },
  createCannedReply: { shortcut: 'hours', text: 'We are open from 9 to 18.' },
  updateCannedReply: { text: 'We are open from 9 to 18, on Saturdays until 14.' },
  createBusinessHours: {
    name: 'Office',
    time_zone: 'Asia/Kolkata',
    week: {
      mon: [['10:00', '19:00']],
      tue: [['10:00', '19:00']],
      wed: [['10:00', '19:00']],
      thu: [['10:00', '19:00']],
      fri: [['10:00', '19:00']],
      sat: [['10:00', '14:00']],
      sun: [],
    },
    exceptions: [
      { label: 'Republic Day', yearly: { month: 1, day: 26 }, periods: [] },
      { label: 'Diwali', date: '2026-11-08', periods: [['10:00', '13:00']] },
    ],
  },
  updateBusinessHours: { name: 'Office in Pune' },
  updateMember: { availability: 'away', availability_until: null },
  createView: { subject: 'chats', name: 'Unassigned', filters: { assignee_id: 'none' } },
  updateView: { name: 'Nobody is assigned', is_shared: true },
  sendMessage: { conversation_id: ids.conversation, message: 'Your order is on its way.' },
  sendMessages: {
    items: [
      {
        idempotency_key: 'order-4711-shipped',
        conversation_id: ids.conversation,
        message: 'Your order 4711 is on its way.',
      },
    ],
  },
  createDraft: { conversation_id: ids.conversation, text: 'Your order is on its way.' },
  sendDraft: { text: 'Your order arrives tomorrow.' },
  createContact: {
    name: 'Meera Iyer',
    phone_e164: '+919000000001',
    email: 'meera.iyer@example.com',
    campaign: 'monsoon-offer',
    fields: { city: 'Mumbai', orders: 3, newsletter: true },
  },
  createContacts: {
    items: [
      { idempotency_key: 'row-1', name: 'Meera Iyer', phone_e164: '+919000000001' },
      { idempotency_key: 'row-2', name: 'Vikram Shah', email: 'vikram.shah@example.com' },
    ],
  },
  exportSelectedContacts: { ids: [ids.contact] },
  createCustomField: { key: 'plan', label: 'Plan', type: 'choice', choices: ['Basic', 'Premium'] },
  updateCustomField: { choices: ['Basic', 'Premium', 'Business'] },
  updateContact: { email: 'meera@example.com', fields: { city: 'Pune' } },
  createContactNote: { text: 'Prefers to be called in the morning.' },
  mergeContacts: { other_id: ids.other_contact },
  blockContact: { reason: 'Sends advertisements.' },
  createConversationBulkAction: { action: 'close', ids: [ids.conversation] },
  createTicketBulkAction: { action: 'set_priority', priority: 'high', ids: [ids.ticket] },
  createContactBulkAction: {
    action: 'merge',
    survivor_id: ids.contact,
    ids: [ids.other_contact],
  },
  checkImport: { mapping: { Name: 'name', Phone: 'phone_e164' } },
  createTicket: {
    person_id: ids.contact,
    title: 'Wrong size delivered',
    priority: 'high',
    due_at: '2027-01-15T12:00:00Z',
    assignee_id: ids.member,
  },
  exportSelectedTickets: { ids: [ids.ticket] },
  updateTicket: { status: 'solved' },
  addTicketAttachment: { media_id: ids.media },
  createTicketComment: { text: 'The warehouse sends the right size today.' },
  updateTicketComment: { text: 'The warehouse sent the right size.' },
  createWebhookEndpoint: endpoint,
  createWebhook: endpoint,
  updateWebhookEndpoint: { status: 'enabled', max_in_flight: 5 },
  updateWebhook: { status: 'enabled', max_in_flight: 5 },
  rotateSigningSecret: { expire_now: true },
  testWebhookEndpoint: { event_type: 'message.received' },
  testWebhook: { event_type: 'message.received' },
  replayWebhook: { since: '2027-01-15T08:00:00Z', until: '2027-01-15T09:00:00Z' },
  resendEvent: { endpoint_id: ids.endpoint },
  receivePlatformPayload: { object: 'whatsapp_business_account', entry: [] },
  submitForm: { name: 'Meera Iyer', phone: '+91 90000 00001', message: 'Please call me.' },
  submitFormByToken: { name: 'Meera Iyer', email: 'meera.iyer@example.com' },
  startWebChatSession: { name: 'Meera Iyer', email: 'meera.iyer@example.com' },
  postWebChatMessage: {
    id: '6f1c1b2e-8a34-4a0a-9a53-0d6c1c3f7a10',
    text: 'Is the blue one in stock?',
    page_url: 'https://shop.example/kurtas',
  },
  postWebChatFile: { id: '6f1c1b2e-8a34-4a0a-9a53-0d6c1c3f7a11' },
  reportWebChatTyping: { is_typing: true },
  recordWebChatReceipt: { status: 'read', message_id: ids.message },
}

/** The examples of query parameters, by operation. */
export const QUERY_EXAMPLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  listConversations: { status: 'open' },
  searchWorkspace: { q: 'invoice' },
  findMessages: { direction: 'inbound', expand: 'contact' },
  checkCanSendToContact: { person_id: ids.contact },
  previewMerge: { other_id: ids.other_contact },
  reportMessages: { from: '2026-11-01', to: '2026-11-30', time_zone: 'Asia/Kolkata' },
  createPriceList: { valid_from: '2026-10-01', currency: 'USD' },
  listEvents: { types: 'message.received,ticket.created' },
}
