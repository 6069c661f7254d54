import type { SameKeys } from '../areas.ts'
import type { words as fa } from '../fa/coins.ts'

export const words: SameKeys<typeof fa> = {
  unit: { TOMAN: 'Toman', TETHER: 'USDT', GOLD: 'g' },
  market: '{{base}} / {{quote}}',
}
