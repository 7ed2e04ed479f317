import type { Scope } from '#context.ts'
import { matchPeople } from './match-people.ts'
import type { MatchedPerson, PersonFacts } from './person-facts.ts'

/** The person that `facts` speak of, found or made new by the rules of `matchPeople`. */
export async function matchPerson(tx: Scope, facts: PersonFacts): Promise<MatchedPerson> {
  const [matched] = await matchPeople(tx, [facts])
  return matched!
}
