import type { SameKeys } from '../areas.ts'
import type { words as fa } from '../fa/dashboard.ts'

export const words: SameKeys<typeof fa> = {}
