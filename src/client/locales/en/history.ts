import type { words as fa } from '../fa/history.ts'
import type { SameKeys } from '../same-keys.ts'

export const words: SameKeys<typeof fa> = {}
