/** A customer's action; `update` changes the message `targetId`, with an emoji or a text (null removes it). */
export type Written = {
  id: string
  type: string
  /** By the platform's clock, in seconds, different for each of a customer's messages. */
  timestamp: number
  update?: { targetId: string; value: string | null }
}

/** A customer of a chaos run. `id`: the phone number or user id, as in the simulator's ledger. */
export type ChaosCustomer = {
  id: string
  sender: { from?: string; user_id?: string; hides_phone?: boolean; name: string }
  /** The conversation that Parley opened for them, once it exists. */
  chatId: string
  written: Written[]
}

/** One in so many customers hides the phone number; one in so many has a number that causes errors. */
const HIDES_EVERY = 8
const TROUBLE_EVERY = 12
/** Source: simulator/README.md, "Recipients that bring trouble". */
const TROUBLE = ['1026', '1000']

/** Creates customers, some without a phone number, some whose messages fail or are refused at first. */
export function createCustomers(count: number): ChaosCustomer[] {
  return Array.from({ length: count }, (_, index): ChaosCustomer => {
    const name = `Customer ${index}`
    const number = String(index).padStart(4, '0')
    if (index % HIDES_EVERY === 3) {
      const id = `IN.77${number}`
      return { id, sender: { user_id: id, hides_phone: true, name }, chatId: '', written: [] }
    }
    const isTrouble = index % TROUBLE_EVERY === 5
    const end = isTrouble ? TROUBLE[Math.floor(index / TROUBLE_EVERY) % TROUBLE.length] : '5500'
    const id = `9181${number}${end}`
    return { id, sender: { from: `+${id}`, name }, chatId: '', written: [] }
  })
}
