import { isUuid } from '#lib/ids.ts'

/** A choice of a question: the question, and the rating that the customer chose. */
type Choice = { requestId: string; rating: number }

/** Returns the id of a choice, which the platform sends back when the customer taps it. */
export function toChoiceId({ requestId, rating }: Choice): string {
  return `csat.${requestId}.${rating}`
}

/** Reads the id of a choice; undefined if it is not of a question for a rating. */
export function readChoiceId(id: string | undefined): Choice | undefined {
  const [kind, requestId = '', rating = '', ...more] = id?.split('.') ?? []
  if (kind !== 'csat' || !isUuid(requestId) || !/^[1-5]$/.test(rating) || more.length > 0)
    return undefined
  return { requestId, rating: Number(rating) }
}
