/** Every kind of actor: what wrote a message or changed something. */
export const ACTOR_TYPES = ['api_key', 'member', 'person', 'system', 'rule'] as const

/** A kind of actor. */
export type ActorType = (typeof ACTOR_TYPES)[number]
