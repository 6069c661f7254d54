import type { words as fa } from '../fa/dashboard.ts'
import type { SameKeys } from '../same-keys.ts'

export const words: SameKeys<typeof fa> = {}
