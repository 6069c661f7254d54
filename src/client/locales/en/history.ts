import type { SameKeys } from '../areas.ts'
import type { words as fa } from '../fa/history.ts'

export const words: SameKeys<typeof fa> = {}
