import type { Scope } from '#db/context.ts'
import { matchPeople } from './match-people.ts'
import type { MatchedPerson, PersonFacts } from './person-facts.ts'

/** Finds or creates the person of `facts`, by the rules of `matchPeople`. */
export async function matchPerson(tx: Scope, facts: PersonFacts): Promise<MatchedPerson> {
  const [matched] = await matchPeople(tx, [facts])
  return matched!
}
