import type { SameKeys } from '../areas.ts'
import type { words as fa } from '../fa/auth.ts'

export const words = {} satisfies SameKeys<typeof fa>
