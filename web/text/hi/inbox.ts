import type { inbox as source } from '../en/inbox.ts'

/** The inbox. */
export const inbox: typeof source = { title: 'इनबॉक्स', empty: 'अभी कोई बातचीत नहीं है' }
