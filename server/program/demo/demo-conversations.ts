import type { TagColor } from '#shared/tags.ts'

/** A message of a demo conversation: who wrote it, how many minutes ago, and the status of a sent one. */
export type DemoMessage = {
  from: 'customer' | 'us'
  minutesAgo: number
  text: string
  status?: 'sent' | 'delivered' | 'read' | 'failed'
}

/** A demo contact with their conversation. `form` contacts submitted a form before they wrote. */
export type DemoConversation = {
  name: string
  phone: string
  email?: string
  campaign?: string
  language?: string
  messages: DemoMessage[]
  unread: number
  status?: 'open' | 'snoozed' | 'closed'
  assignee?: 'agent' | 'second_agent'
  /** Whether it belongs to the team of the demo. */
  ofTeam?: true
  /** Which other app holds the conversation, and sent what is `from` us. */
  holder?: 'platform_agent'
  ticket?: DemoTicket
}

/** A ticket of a demo conversation. Its file is a text file, its comment is by the first agent. */
export type DemoTicket = {
  title: string
  priority: 'low' | 'medium' | 'high' | 'urgent'
  dueInHours?: number
  description?: string
  tags?: { name: string; color: TagColor }[]
  file?: { name: string; text: string }
  comment?: string
}

const day = 24 * 60

/**
 * The demo's contacts, most recently active first. No phone number ends in digits for which the simulator
 * returns errors. Source of the European numbers: numbers that the regulators reserve for films.
 */
export const DEMO_CONVERSATIONS: readonly DemoConversation[] = [
  {
    name: 'James Whitfield',
    phone: '+447700900142',
    email: 'james.whitfield@example.com',
    status: 'closed',
    assignee: 'agent',
    unread: 0,
    messages: [
      {
        from: 'customer',
        minutesAgo: 6 * day,
        text: 'Hello, can I still change my delivery address?',
      },
      {
        from: 'us',
        minutesAgo: 6 * day - 4,
        text: 'Hi James, yes: it leaves tomorrow morning. Where should it go?',
        status: 'read',
      },
      { from: 'customer', minutesAgo: 6 * day - 9, text: '14 Quarry Lane please. Thank you!' },
      { from: 'us', minutesAgo: 6 * day - 11, text: 'Done. You are welcome.', status: 'read' },
      // A message for an unknown number goes to this conversation, which must be open for it.
      { from: 'customer', minutesAgo: 100, text: 'It arrived this morning. Thank you!' },
      { from: 'us', minutesAgo: 96, text: 'Enjoy it, James!', status: 'read' },
    ],
  },
  {
    name: 'Camille Laurent',
    phone: '+33639981234',
    email: 'camille.laurent@example.com',
    campaign: 'soldes-ete',
    language: 'fr',
    status: 'snoozed',
    assignee: 'second_agent',
    unread: 0,
    messages: [
      {
        from: 'customer',
        minutesAgo: 3 * day,
        text: 'Bonjour, la veste verte existe-t-elle en taille 38 ?',
      },
      {
        from: 'us',
        minutesAgo: 3 * day - 20,
        text: 'Bonjour Camille, elle revient en stock jeudi. Je vous préviens ?',
        status: 'read',
      },
      { from: 'customer', minutesAgo: 3 * day - 26, text: 'Avec plaisir, merci !' },
    ],
  },
  {
    name: 'Jonas Weber',
    phone: '+4915228817386',
    email: 'jonas.weber@example.com',
    assignee: 'agent',
    unread: 0,
    ticket: { title: 'Kettle arrived with a cracked lid', priority: 'high', dueInHours: 20 },
    messages: [
      {
        from: 'customer',
        minutesAgo: 1 * day + 300,
        text: 'Guten Tag, bei meinem Wasserkocher ist der Deckel gesprungen.',
      },
      {
        from: 'us',
        minutesAgo: 1 * day + 280,
        text: 'Das tut uns leid, Herr Weber. Könnten Sie uns ein Foto schicken?',
        status: 'delivered',
      },
    ],
  },
  {
    name: 'Rohan Gupta',
    phone: '+919876543221',
    campaign: 'diwali-offer',
    unread: 0,
    assignee: 'second_agent',
    messages: [
      { from: 'customer', minutesAgo: 9 * 60, text: 'नमस्ते, क्या दिवाली वाला ऑफर अभी भी चल रहा है?' },
      {
        from: 'us',
        minutesAgo: 9 * 60 - 6,
        text: 'नमस्ते रोहन जी, हाँ, रविवार तक। कौन सा सेट देख रहे हैं?',
        status: 'read',
      },
      { from: 'customer', minutesAgo: 9 * 60 - 15, text: 'पीतल के दीयों वाला' },
      { from: 'us', minutesAgo: 8 * 60, text: 'वह उपलब्ध है, लिंक भेज रहा हूँ।', status: 'delivered' },
    ],
  },
  {
    name: 'Lucía Fernández',
    phone: '+34600111222',
    email: 'lucia.fernandez@example.com',
    unread: 1,
    ticket: { title: 'Invoice needs the company tax number', priority: 'medium', dueInHours: 48 },
    messages: [
      {
        from: 'customer',
        minutesAgo: 5 * 60,
        text: 'Hola, necesito la factura con el NIF de mi empresa.',
      },
      {
        from: 'us',
        minutesAgo: 5 * 60 - 12,
        text: 'Claro, Lucía. ¿Nos indica el NIF y la razón social?',
        status: 'read',
      },
      { from: 'customer', minutesAgo: 4 * 60, text: 'B12345678, Talleres Fernández SL' },
    ],
  },
  {
    name: 'Ana Beatriz Souza',
    ofTeam: true,
    phone: '+5511987654321',
    unread: 2,
    ticket: {
      title: 'Charged twice for one order',
      priority: 'urgent',
      dueInHours: 3,
      description:
        'The card was charged twice for order 20418, two minutes apart.\n\nRefund the second charge, then send the customer the receipt.',
      tags: [
        { name: 'Refund', color: 'orange' },
        { name: 'Payments', color: 'blue' },
      ],
      file: {
        name: 'charges-order-20418.txt',
        text: 'Order 20418\n10:02  BRL 249.00  captured\n10:04  BRL 249.00  captured\n',
      },
      comment:
        'Both charges are in the attached list. The bank refunds the second one within three working days.',
    },
    messages: [
      { from: 'customer', minutesAgo: 95, text: 'Oi! Meu cartão foi cobrado duas vezes 😟' },
      { from: 'customer', minutesAgo: 93, text: 'Pedido 20418' },
    ],
  },
  {
    name: 'Fatima Al Mansouri',
    ofTeam: true,
    phone: '+971501234567',
    unread: 1,
    messages: [
      { from: 'customer', minutesAgo: 42, text: 'مرحبا، هل توصلون إلى دبي؟' },
      {
        from: 'us',
        minutesAgo: 40,
        text: 'مرحبا فاطمة، نعم، خلال ثلاثة أيام عمل.',
        status: 'failed',
      },
      { from: 'customer', minutesAgo: 31, text: 'هل من أحد هنا؟' },
    ],
  },
  {
    name: 'Priya Raman',
    phone: '+919845012377',
    unread: 0,
    holder: 'platform_agent',
    messages: [
      { from: 'customer', minutesAgo: 34, text: 'Is the brass lamp in stock in Pune?' },
      {
        from: 'us',
        minutesAgo: 33,
        text: 'Yes, three are left. Shall I put one aside for you?',
        status: 'read',
      },
      { from: 'customer', minutesAgo: 28, text: 'Yes please, until Friday' },
      {
        from: 'us',
        minutesAgo: 27,
        text: 'Done. It is reserved until Friday at 18:00.',
        status: 'delivered',
      },
    ],
  },
  {
    name: 'Meera Nair',
    phone: '+919876543210',
    email: 'meera.nair@example.com',
    campaign: 'monsoon-sale',
    unread: 1,
    ticket: { title: 'Order 20431 has not left the warehouse', priority: 'low' },
    messages: [
      { from: 'customer', minutesAgo: 25, text: 'Hi, I ordered two lamps on Monday.' },
      {
        from: 'us',
        minutesAgo: 22,
        text: 'Hello Meera! Let me look that up for you.',
        status: 'delivered',
      },
      { from: 'us', minutesAgo: 20, text: 'They are being packed today.', status: 'sent' },
      { from: 'customer', minutesAgo: 12, text: 'Great. Could you gift-wrap one of them? 🎁' },
    ],
  },
]
