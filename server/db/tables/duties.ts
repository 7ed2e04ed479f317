/** Rows of `duties`: work that one process of many does at a time. */
export type Duties = { name: string; holder: string; held_until: Date }
