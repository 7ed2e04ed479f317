/** Every kind of actor: what wrote a message or changed something. */
export const ACTOR_TYPES = ['api_key', 'member', 'person', 'system', 'bot', 'rule'] as const

/** Every kind of actor that writes notes, comments and drafts. */
export const WRITER_TYPES = ['api_key', 'member', 'bot', 'rule'] as const

/** A kind of actor that writes notes, comments and drafts. */
export type WriterType = (typeof WRITER_TYPES)[number]

/** A kind of actor. */
export type ActorType = (typeof ACTOR_TYPES)[number]
